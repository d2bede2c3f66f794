import type { VehicleDto } from "../ipc/bindings";

export type Size = keyof VehicleDto;

/** What may be said about the car, with what a car can be; the program refuses the same. */
export const sizes: readonly { key: Size; least: number; most: number }[] = [
  { key: "height_m", least: 1, most: 10 },
  { key: "width_m", least: 1, most: 5 },
  { key: "length_m", least: 1, most: 30 },
  { key: "weight_t", least: 0.2, most: 60 },
];

/** A size as typed: `null` when nothing is said, `undefined` when it is no size of a car. A comma is a point. */
export function readSize(size: Size, text: string): number | null | undefined {
  const plain = text.trim().replace(",", ".");
  if (plain === "") return null;
  const number = Number(plain);
  const bounds = sizes.find(({ key }) => key === size);
  return bounds && number >= bounds.least && number <= bounds.most ? number : undefined;
}
