// Rooms of the demo as distance fields: meters, y up, the camera looks along -z. See demo-venues.mjs.
import { box, clamp, post } from './distance-fields.mjs'
import { booth, closest, crowd, DARK, FLOOR, METAL, nearest, stack, stick, STONE } from './venue-parts.mjs'

/** A goods shed: iron columns, a truss at each, a round light behind the booth. */
export const shed = {
  eye: [0.9, 2.7, 5],
  lens: 0.47,
  shift: 0.17,
  ambient: 0.25,
  haze: { tone: 0.34, density: 0.016 },
  lamps: [
    { at: [0, 4.4, -17.2], power: 5, reach: 8 },
    { at: [0, 8, -8], power: 1.6, reach: 7 },
    { at: [-5.5, 5, 3], power: 0.7, reach: 6 },
  ],
  beams: [-4.4, -2.2, 0, 2.2, 4.4].map((x) => ({
    from: [x * 0.55, 5.7, -16.5],
    to: [x * 2.1, 0.4, -1],
    width: 0.07,
    spread: 0.05,
    power: 0.8,
  })),
  sky: () => ({ tone: 0, spot: 0 }),
  model(x, y, z) {
    const bay = z + 1 - 4.2 * clamp(nearest(z + 1, 4.2), -4, 1)
    const side = Math.abs(x)
    const roof = (10.2 - y - side * 0.5) * 0.89
    const walls = Math.min(7.4 - side, z + 19.5)
    const column = Math.min(
      post(side - 4, bay, 0.2),
      box(side - 4, y - 0.3, bay, [0.36, 0.3, 0.36]),
      box(side - 4, y - 5.9, bay, [0.42, 0.14, 0.42]),
    )
    const brace = stick(side, y, bay, [4, 5, 0], [5.6, 6.4, 0], 0.09)
    const truss = Math.min(
      box(x, y - 6.15, bay, [7.4, 0.14, 0.12]),
      stick(side, y, bay, [0, 9.9, 0], [7.4, 6.3, 0], 0.13),
      stick(side, y, bay, [0, 6.2, 0], [0, 9.8, 0], 0.08),
      stick(side, y, bay, [0, 6.2, 0], [3.2, 8.2, 0], 0.07),
      stick(side, y, bay, [3.2, 6.2, 0], [3.2, 8.2, 0], 0.07),
    )
    const deep = z + 14.5
    return closest(
      [y, FLOOR],
      [Math.min(roof, walls), { own: 0.4 }],
      [Math.min(column, brace, truss), METAL],
      [Math.min(box(x, y - 0.6, deep, [3.6, 0.6, 1.6]), stack(side - 2.95, y - 1.2, deep, 1.15)), DARK],
      [booth(x, y - 1.2, deep - 0.2), DARK],
      [Math.max(Math.hypot(x, y - 3.55) - 2.35, Math.abs(z + 18.6) - 0.15), { light: 1, isSpot: true }],
      [crowd(x, y, z, [-3.4, 3.4, -12.5, -0.6], 1.1, 0.2), DARK],
    )
  },
}

/** A barrel-vaulted quay shed, its gate open to the harbour. */
export const harbour = {
  eye: [-0.9, 1.9, 6],
  lens: 0.41,
  shift: 0.14,
  ambient: 0.16,
  haze: { tone: 0.5, density: 0.004 },
  lamps: [
    { at: [0.5, 4.2, -18.5], power: 16, reach: 4 },
    { at: [0, 3.4, -2], power: 0.9, reach: 5 },
  ],
  sky: ([x, y, z]) => {
    const [u, v] = [x / -z, y / -z]
    return Math.hypot(u + 0.075, v - 0.105) < 0.055
      ? { tone: 1, spot: 0 }
      : { tone: clamp(0.95 - v * 0.6, 0.3, 1), spot: 1 }
  },
  model(x, y, z) {
    const side = Math.abs(x)
    const rib = z - 3.2 * clamp(nearest(z, 3.2), -4, 2)
    const round = Math.hypot(x, Math.max(y - 2.2, 0))
    const inside = Math.max(5.6 - round, -14.2 - z)
    const ribs = Math.max(5.2 - round, round - 5.8, Math.abs(rib) - 0.2)
    const purlins = Math.max(
      5.42 - round,
      Math.abs(((Math.atan2(x, y - 2.2) * 6 + 600.5) % 1) - 0.5) * 1.0 - 0.07,
      2.2 - y,
      round - 5.8,
      -14.2 - z,
    )
    const quay = Math.max(y, -17 - z)
    const [cx, cz] = [x - 6.2, z + 46]
    const crane = Math.min(
      stick(Math.abs(cx), y, cz, [2.4, -2, 0], [1.8, 9, 0], 0.34),
      box(cx, y - 9, cz, [2.6, 0.6, 1]),
      box(cx, y - 10.4, cz, [1.2, 1.1, 1]),
      stick(cx, y, cz, [-0.6, 10.5, 0], [-9.5, 17.5, 0], 0.34, 0.16),
      stick(cx, y, cz, [0.6, 11.2, 0], [-0.2, 15.6, 0], 0.24),
      stick(cx, y, cz, [-0.2, 15.6, 0], [-9.5, 17.5, 0], 0.1),
      stick(cx, y, cz, [-9.3, 17.4, 0], [-9.3, 8.2, 0], 0.1),
      box(cx + 9.3, y - 7.8, cz, [0.5, 0.5, 0.4]),
    )
    const ship = Math.min(
      box(x + 9, y + 0.2, z + 95, [13, 2.4, 3]),
      box(x + 15, y - 3.4, z + 95, [2.6, 2.4, 2]),
    )
    return closest(
      [quay, { own: 0.5, mirror: 0.34, keepsSpot: false }],
      [y + 1.2, { light: 0.42, isSpot: true }],
      [inside, { own: 0.5 }],
      [Math.min(ribs, purlins), METAL],
      [Math.min(crane, ship), { own: 0.05 }],
      [stack(side - 4.2, y, z + 11.5, 1.25), DARK],
      [crowd(x, y, z, [-3.4, 3.4, -12, -4], 1.7, 0.45), DARK],
      [Math.min(Math.hypot(x, y - 5, rib) - 0.16), { light: 1 }],
    )
  },
}

/** A flooded cistern: piers and vaults, one lamp behind them. */
export const cistern = {
  eye: [0.25, 1.75, 6.2],
  lens: 0.6,
  shift: 0.14,
  ambient: 0.12,
  haze: { tone: 0.25, density: 0.012 },
  lamps: [
    { at: [0, 2, -16], power: 14, reach: 4.5, glow: 0.4, size: 1.8 },
    { at: [-3.8, 1.2, -9.5], power: 3, reach: 3 },
    { at: [3.8, 1.2, -9.5], power: 3, reach: 3 },
    { at: [-7.6, 1.5, -5.7], power: 5, reach: 3.4 },
    { at: [7.6, 1.5, -5.7], power: 5, reach: 3.4 },
    { at: [-3.8, 0.8, -1.9], power: 1.4, reach: 2.6 },
    { at: [3.8, 0.8, -1.9], power: 1.4, reach: 2.6 },
    { at: [0, 0.8, 1.9], power: 0.5, reach: 3 },
  ],
  sky: () => ({ tone: 0, spot: 0 }),
  model(x, y, z) {
    const size = 3.8
    const [px, pz] = [x - size * nearest(x, size), z - size * nearest(z, size)]
    const rise = Math.max(y - 3, 0)
    const radius = 1.66
    const space = Math.min(Math.hypot(px, rise) - radius, Math.hypot(pz, rise) - radius)
    const courses = 0.012 * Math.abs(Math.sin(y * 9))
    const [qx, qz] = [Math.abs(px) - size / 2, Math.abs(pz) - size / 2]
    const capital = Math.min(
      box(qx, y - 2.95, qz, [0.36, 0.13, 0.36], 0.02),
      box(qx, y - 0.1, qz, [0.4, 0.3, 0.4], 0.03),
    )
    const [bx, bz] = [x, z + 12.6]
    return closest(
      [-space + courses, STONE],
      [capital, STONE],
      [
        y - 0.02,
        { own: 0.06, mirror: 0.6, ripple: ([wx, , wz]) => 0.02 * Math.sin(wz * 5 + Math.sin(wx * 2.3)) },
      ],
      [Math.max(Math.hypot(x, y - 2.3) - 1.25, Math.abs(z + 15.2) - 0.06), { light: 1, isSpot: true }],
      [box(bx, y - 0.2, bz, [1.5, 0.2, 1.4]), DARK],
      [booth(bx, y - 0.4, bz - 0.4), DARK],
      [crowd(x, y - 0.05, z, [-1.4, 1.4, -10.8, -5], 1.3, 0.5), DARK],
      [z + 23, { own: 0.1 }],
    )
  },
}
