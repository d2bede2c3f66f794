import type { ErrorCode, ErrorDto, PlaceHitDto } from "./bindings";

/** A failed command. Its wording is made in `i18n` from code and arguments, never from `message`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly args: Record<string, string>;
  readonly retryable: boolean;
  readonly places: PlaceHitDto[];

  constructor(dto: ErrorDto) {
    super(dto.code);
    this.name = "AppError";
    this.code = dto.code;
    this.args = dto.args;
    this.retryable = dto.retryable;
    this.places = dto.places;
  }

  /** Whatever a command rejected with, as an `AppError`: what is not an `ErrorDto` is a fault of the program. */
  static from(reason: unknown): AppError {
    if (reason instanceof AppError) return reason;
    if (isErrorDto(reason)) return new AppError(reason);
    return new AppError({ code: "internal", args: {}, retryable: false, places: [] });
  }
}

function isErrorDto(value: unknown): value is ErrorDto {
  if (typeof value !== "object" || value === null) return false;
  return "code" in value && typeof value.code === "string" && "args" in value && "places" in value;
}
