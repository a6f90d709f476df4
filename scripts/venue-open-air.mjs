// Venues of the demo below the sky as distance fields: meters, y up, the camera looks along -z. See demo-venues.mjs.
import { box, clamp, post, unit } from './distance-fields.mjs'
import { booth, closest, crowd, DARK, hash, nearest, palm, stack, stick } from './venue-parts.mjs'

// Middle, distance, half a side, top, mast.
const towers = [
  [-19, 60, 4, 7, 0],
  [-12.5, 52, 2.8, 12, 0],
  [-9.5, 75, 3.2, 21, 6],
  [-4.2, 64, 2.4, 9.5, 0],
  [-1, 80, 3, 15, 0],
  [1.6, 58, 2.2, 6.5, 0],
  [6, 70, 3, 24, 8],
  [9.4, 54, 2.4, 10.5, 0],
  [14.5, 66, 3.4, 16, 0],
  [17.5, 52, 3, 7.5, 0],
  [22.5, 62, 3, 12, 4],
]

/** A roof in a city: lights on strings, towers, a low sun. */
export const rooftop = {
  eye: [0.3, 2.3, 5.5],
  lens: 0.5,
  shift: 0.2,
  ambient: 0.5,
  haze: { tone: 0.72, density: 0.0105 },
  lamps: [
    { way: unit([-0.5, 0.35, 0.55]), power: 0.5 },
    { at: [0, 3.2, -6], power: 0.8, reach: 3 },
  ],
  sky: ([x, y, z]) => {
    const [u, v] = [x / -z, y / -z]
    return Math.hypot(u + 0.03, v - 0.34) < 0.26
      ? { tone: 1, spot: 1 }
      : { tone: clamp(0.62 + v * 0.42, 0, 1), spot: 0 }
  },
  model(x, y, z) {
    let tower = [Infinity]
    for (const [tx, far, wide, top, mast] of towers) {
      const bare = box(x - tx, y + 60, z + far, [wide, 60 + top, wide])
      const roof = box(x - tx, y - top - 0.7, z + far, [wide * 0.5, 0.8, wide * 0.5])
      const pole = mast ? stick(x - tx, y, z + far, [0, top, 0], [0, top + mast, 0], 0.14) : Infinity
      const room = Math.min(bare, roof, pole)
      if (room < tower[0]) tower = [room, top - 0.8]
    }
    const [city, top] = tower
    const isWindow = y < top && (x / 0.9 + 200) % 1 > 0.45 && (y / 1.5 + 200) % 1 > 0.4
    const deck = Math.max(y, z - 20, -10.6 - z)
    const rail = Math.min(
      box(x, y - 1.05, z + 10, [16, 0.05, 0.05]),
      box(x, y - 0.55, z + 10, [16, 0.025, 0.03]),
      box(x - 1.5 * nearest(x, 1.5), y - 0.5, z + 10, [0.03, 0.55, 0.03]),
    )
    const poles = Math.min(post(Math.abs(x) - 5.2, z + 8.8, 0.06), post(Math.abs(x) - 5.2, z - 0.5, 0.06))
    const lights = [
      [-8.8, -8.8, 0],
      [-8.8, 0.5, -1],
      [-8.8, 0.5, 1],
    ].map(([from, to, way]) => {
      const share = clamp((x + 5.2) / 10.4, 0, 1)
      const depth = way === 0 ? from : way > 0 ? from + (to - from) * share : to + (from - to) * share
      const sag = 5.1 - 1.5 * (1 - (share * 2 - 1) ** 2) * 0.9
      const wire = Math.max(Math.hypot(y - sag, z - depth) - 0.02, Math.abs(x) - 5.2)
      const bulb = Math.hypot(x - 0.8 * nearest(x, 0.8), y - sag + 0.1, z - depth) - 0.13
      return [wire, Math.max(bulb, Math.abs(x) - 5.2)]
    })
    return closest(
      [city, isWindow ? { own: 0.02 } : { own: 0.3 }],
      [deck, { own: 0.5 }],
      [Math.max(poles, y - 5.2), DARK],
      [rail, DARK],
      [Math.min(...lights.map(([wire]) => wire)), DARK],
      [Math.min(...lights.map(([, bulb]) => bulb)), { light: 1 }],
      [
        Math.min(
          stack(Math.abs(x + 0.2) - 2.6, y, z + 7.6, 0.95),
          box(x + 0.2, y - 0.15, z + 7.8, [1.8, 0.15, 1.1]),
        ),
        DARK,
      ],
      [booth(x + 0.2, y - 0.3, z + 7.5), DARK],
      [crowd(x, y, z, [-4.4, 4.4, -5.6, 0.6], 1.5, 0.36), DARK],
    )
  },
}

/** A stage under a shell on the beach, between palms. */
export const beach = {
  eye: [0.4, 2.6, 4],
  lens: 0.48,
  shift: 0.23,
  ambient: 0.4,
  lamps: [
    { at: [0, 3.4, -13.4], power: 5, reach: 4 },
    { way: unit([-0.4, 0.4, 0.5]), power: 0.3 },
  ],
  sky: ([x, y, z]) => {
    const [u, v] = [x / -z, y / -z]
    return Math.hypot(u + 0.12, v - 0.36) < 0.25
      ? { tone: 1, spot: 0 }
      : { tone: clamp(1 - v * 0.4, 0.3, 1), spot: 1 }
  },
  model(x, y, z) {
    const side = Math.abs(x)
    const deep = z + 13
    const round = Math.hypot(x, Math.max(y - 1.2, 0) * 1.05)
    const open = 3.9 + 0.28 * clamp(deep, -2.2, 2)
    const shell = Math.max(Math.abs(round - open) - 0.12, Math.abs(deep) - 2.1) * 0.85
    const rib = deep - 1.05 * clamp(nearest(deep, 1.05), -2, 2)
    const ribs = Math.max(Math.abs(round - open + 0.16) - 0.12, Math.abs(rib) - 0.09) * 0.85
    const back = Math.max(round - open, Math.abs(deep + 2.1) - 0.08)
    return closest(
      [y + 0.02 * Math.sin(x * 3) * Math.sin(z * 2), { own: 0.62 }],
      [shell, { own: 0.75 }],
      [ribs, { own: 0.4 }],
      [back, { own: 0.7 }],
      [box(x, y - 0.6, deep, [4.6, 0.6, 2.6]), DARK],
      [stack(side - 5.6, y, deep - 1, 1.6), DARK],
      [booth(x, y - 1.2, deep - 0.6), DARK],
      [
        Math.min(
          palm(x + 6.4, y, z + 11, 8.4, 1),
          palm(x - 6.9, y, z + 12.5, 9.6, -0.9),
          palm(x - 5.2, y, z + 6, 6.4, 0.5),
          palm(x + 8.4, y, z + 18, 9, -0.8),
        ),
        { own: 0.05 },
      ],
      [crowd(x, y, z, [-5.4, 5.4, -9, 0], 1.3, 0.32), { own: 0.06 }],
    )
  },
}

/** An observatory on its hill by night, the slit of the dome open. */
export const dome = {
  eye: [-0.3, 2.3, 17],
  lens: 0.43,
  shift: 0.25,
  ambient: 0.12,
  lamps: [
    { way: unit([-0.75, 0.35, 0.5]), power: 1 },
    { at: [0.4, 2.6, 8], power: 0.8, reach: 2 },
    { at: [1.4, 9, 2.4], power: 1, reach: 1.4 },
  ],
  sky: ([x, y, z]) => {
    const [u, v] = [x / -z, y / -z]
    if (Math.hypot(u - 0.2, v - 0.56) < 0.17) return { tone: 1, spot: 1 }
    const [i, j] = [Math.floor(u * 34), Math.floor(v * 34)]
    const [du, dv] = [
      u * 34 - i - 0.5 - 0.5 * (hash(i, j) - 0.5),
      v * 34 - j - 0.5 - 0.5 * (hash(j, i) - 0.5),
    ]
    const size = hash(i + 5, j) < 0.16 ? 0.08 + 0.16 * hash(i, j + 8) : 0
    return { tone: Math.hypot(du, dv) < size ? 1 : 0.02 + 1.5 * clamp(0.3 - v, 0, 1), spot: 0 }
  },
  model(x, y, z) {
    const hill = y - 1.8 * Math.exp(-(x * x + z * z) / 130)
    const round = Math.hypot(x, y - 6.1, z)
    const turned = [x * 0.86 - z * 0.5, x * 0.5 + z * 0.86]
    const slit = Math.max(Math.abs(turned[0]) - 1.05, -turned[1] - 0.5, 6.6 - y)
    const shell = Math.max(Math.abs(round - 4.5) - 0.1, 6 - y, -slit)
    const panels = 0.02 * Math.max(0, Math.cos(Math.atan2(x, z) * 18) - 0.93) * 10
    const drum = Math.max(post(x, z, 4.3), Math.abs(y - 3.6) - 2.4)
    const cornice = Math.max(post(x, z, 4.72), Math.abs(y - 5.9) - 0.16)
    const door = Math.max(Math.abs(x - 0.6) - 0.75, y - 3.9, -z)
    const windows = Math.max(Math.abs(Math.abs(x - 0.6) - 2.2) - 0.3, Math.abs(y - 3.9) - 0.6, -z)
    const along = (x * 2.1 + (y - 6.6) * 3.1 + z * 3.6) / 5.2
    const tubeRound = Math.hypot(x - along * 0.404, y - 6.6 - along * 0.596, z - along * 0.692)
    const tube = Math.min(
      Math.max(tubeRound - 0.42, along - 5.3, -along),
      Math.max(tubeRound - 0.52, Math.abs(along - 5) - 0.5),
    )
    const wall = Math.min(shell + panels, drum, cornice)
    const isLit = drum < 0.05 && (door < 0 || windows < 0)
    const trees = [
      [-9, -3, 4.4],
      [-7.2, -6, 5.6],
      [8.6, -4, 5],
      [10.4, -2, 3.8],
      [6.8, -8, 4.6],
    ].reduce((best, [tx, tz, tall]) => {
      const [ax, az] = [x - tx, z - tz]
      const layer = 0.28 * (((y * 1.1) % 1) - 0.5)
      const cone = Math.max((post(ax, az, 0) - (tall + 1 - y) * 0.3 + layer) * 0.8, y - tall - 1)
      return Math.min(best, cone)
    }, Infinity)
    return closest(
      [hill * 0.8, { own: 0.3 }],
      [wall, isLit ? { light: 1 } : { own: 0.85 }],
      [tube, { own: 0.5, gloss: 0.4 }],
      [trees, { own: 0.06 }],
      [crowd(x, y - 1.5, z, [-3.4, 3.4, 5.2, 10.4], 1.15, 0.5), { own: 0.07 }],
    )
  },
}
