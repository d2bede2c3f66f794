/** Lines of the made-up plan, drawn by hand along the Corniches. `[lon, lat]`. */
export type Line = [number, number][];

export const HOME: [number, number] = [7.4035, 43.7243];
export const OFFICE: [number, number] = [7.4735, 43.756];

/** Adds points on each straight piece, so that ranges of points can mean short stretches. */
function dense(corners: Line, per = 6): Line {
  const line: Line = [];
  for (let i = 0; i + 1 < corners.length; i++) {
    const [a, b] = [corners[i]!, corners[i + 1]!];
    for (let k = 0; k < per; k++) {
      const f = k / per;
      line.push([a[0] + (b[0] - a[0]) * f, a[1] + (b[1] - a[1]) * f]);
    }
  }
  line.push(corners[corners.length - 1]!);
  return line;
}

const START: Line = [HOME, [7.4062, 43.7246], [7.4098, 43.7258]];
const END: Line = [[7.4612, 43.7562], [7.4668, 43.7579], OFFICE];

export const SEASIDE: Line = dense([
  ...START,
  [7.4145, 43.7283],
  [7.4172, 43.7318],
  [7.4206, 43.7351],
  [7.4262, 43.7374],
  [7.4298, 43.7412],
  [7.4344, 43.7458],
  [7.4402, 43.7493],
  [7.4462, 43.7509],
  [7.4531, 43.7533],
  ...END,
]);

export const MOYENNE: Line = dense([
  ...START,
  [7.4118, 43.7296],
  [7.4127, 43.7341],
  [7.4161, 43.7392],
  [7.4213, 43.7431],
  [7.4271, 43.7467],
  [7.4339, 43.7512],
  [7.4418, 43.7546],
  [7.4521, 43.7561],
  ...END,
]);

export const GRANDE: Line = dense([
  HOME,
  [7.4003, 43.7262],
  [7.3982, 43.7318],
  [7.4001, 43.7402],
  [7.4044, 43.7467],
  [7.4132, 43.7498],
  [7.4236, 43.7531],
  [7.4371, 43.7571],
  [7.4488, 43.7608],
  [7.4571, 43.7621],
  ...END,
]);

export const MOTORWAY: Line = dense([
  HOME,
  [7.3962, 43.7281],
  [7.3911, 43.7372],
  [7.3958, 43.7452],
  [7.4083, 43.7482],
  [7.4221, 43.7521],
  [7.4362, 43.7562],
  [7.4521, 43.7612],
  ...END,
]);
