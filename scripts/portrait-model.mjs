// A head and shoulders as a distance field: distances in head radii, y up, the viewer looks along -z. See demo-portraits.mjs.
import { carve, clamp, dot, ellipsoid, join, limb, ring, tin, unit } from './distance-fields.mjs'

const SKIN = 0
const HAIR = 1
const CLOTH = 2
const KNIT = 3
const GEAR = 4

function face(x, y, z, { jaw = 1 }) {
  const side = Math.abs(x)
  let d = ellipsoid(x, y - 0.25, z + 0.08, [0.72, 0.8, 0.84])
  d = join(d, ellipsoid(x, y + 0.34, z - 0.12, [0.53 * jaw, 0.6, 0.58]), 0.24)
  // Cheekbones, chin, brow.
  d = join(d, ellipsoid(side - 0.4, y + 0.06, z - 0.44, [0.2, 0.16, 0.2]), 0.22)
  d = join(d, ellipsoid(x, y + 0.82, z - 0.48, [0.19 * jaw, 0.14, 0.17]), 0.2)
  d = join(
    d,
    limb(
      side,
      y,
      z,
      [
        [0.08, 0.3, 0.74],
        [0.42, 0.3, 0.6],
      ],
      0.085,
    ),
    0.1,
  )
  // Eye sockets and lids.
  d = carve(d, ellipsoid(side - 0.27, y - 0.12, z - 0.86, [0.19, 0.12, 0.17]), 0.12)
  d = join(d, ellipsoid(side - 0.27, y - 0.11, z - 0.62, [0.13, 0.11, 0.12]), 0.03)
  // Nose, nostrils, lips, ears.
  d = join(
    d,
    limb(
      x,
      y,
      z,
      [
        [0, 0.24, 0.74],
        [0, -0.16, 0.98],
      ],
      0.06,
      0.105,
    ),
    0.07,
  )
  d = join(d, ellipsoid(side - 0.1, y + 0.2, z - 0.84, [0.085, 0.07, 0.09]), 0.05)
  d = join(d, ellipsoid(x, y + 0.45, z - 0.69, [0.21, 0.055, 0.11]), 0.035)
  d = join(d, ellipsoid(x, y + 0.57, z - 0.68, [0.17, 0.065, 0.11]), 0.035)
  return join(d, ellipsoid(side - 0.74, y - 0.04, z + 0.08, [0.09, 0.2, 0.13]), 0.05)
}

const scalp = (x, y, z, height) =>
  ellipsoid(x, y - 0.27, z + 0.1, [0.72 + height, 0.8 + height, 0.84 + height])
const belowHairline = (x, y, z, line, depth) => Math.max(y - line - 0.12 * Math.cos(x * 2.2), depth - z)
const wool = (x, y, z, pitch, depth) =>
  depth * Math.sin(x * pitch) * Math.sin(y * pitch * 1.1 + 1) * Math.sin(z * pitch)
const ribs = (x, z) => 0.012 * Math.sin(Math.atan2(x, z) * 40)

const hairs = {
  crop: (x, y, z) =>
    carve(scalp(x, y, z, 0.07) + wool(x, y, z, 26, 0.012), belowHairline(x, y, z, 0.52, -0.02), 0.06),
  afro: (x, y, z) =>
    carve(
      ellipsoid(x, y - 0.5, z + 0.22, [1.16, 1.02, 1.05]) + wool(x, y, z, 15, 0.05),
      Math.max(y - 0.5 - 0.1 * Math.cos(x * 2), 0.1 - z),
      0.1,
    ),
  bob: (x, y, z) => {
    const cheeks = ellipsoid(x, y + 0.3, z + 0.18, [0.94, 0.72, 0.74])
    const whole = join(scalp(x, y, z, 0.14), cheeks, 0.25) + 0.012 * Math.sin(x * 30 + y * 2)
    const window = Math.max(Math.abs(x) - 0.56 - 0.1 * y, Math.max(y - 0.36, 0.08 - z))
    return carve(carve(whole, y + 0.72, 0.05), window, 0.05)
  },
  bun: (x, y, z) => {
    const cap = carve(
      scalp(x, y, z, 0.06) + 0.01 * Math.sin(y * 30 + z * 8),
      belowHairline(x, y, z, 0.6, 0),
      0.06,
    )
    const knot = ellipsoid(x, y - 1.2, z + 0.28, [0.34, 0.3, 0.34]) + 0.012 * Math.sin(x * 22 + y * 14)
    return join(cap, knot, 0.06)
  },
  quiff: (x, y, z) => {
    const cap = carve(scalp(x, y, z, 0.05), belowHairline(x, y, z, 0.6, -0.1), 0.05)
    const wave = ellipsoid(x + 0.08, y - 1.02, z - 0.3, [0.52, 0.26, 0.5]) + 0.02 * Math.sin(x * 20 + z * 6)
    return join(cap, wave, 0.16)
  },
  beanie: (x, y, z) => {
    const crown = carve(scalp(x, y, z, 0.12), y - 0.42, 0.04) + ribs(x, z)
    const brim = carve(scalp(x, y, z, 0.19), 0.15 - Math.abs(y - 0.46), 0.06) + ribs(x, z)
    return join(crown, brim, 0.02)
  },
}

function beard(x, y, z) {
  const chin = ellipsoid(x, y + 0.86, z - 0.42, [0.36, 0.26, 0.3])
  const whole = join(ellipsoid(x, y + 0.42, z - 0.14, [0.6, 0.62, 0.64]), chin, 0.2)
  const face = Math.max(-0.36 + 0.62 * Math.max(0, Math.abs(x) - 0.2) - y, 0.2 - z)
  return carve(whole + wool(x, y, z, 24, 0.016), face, 0.05)
}

function glasses(x, y, z, { shades = false }) {
  const side = Math.abs(x)
  const bent = z - 0.86 + side * 0.16
  const [radius, flat] = shades ? [0.24, 1.35] : [0.22, 1]
  const rim = ring(side - 0.29, (y - 0.1) * flat, bent, radius, 0.032)
  const bridge = limb(
    side,
    y,
    z,
    [
      [0, 0.14, 0.9],
      [0.09, 0.14, 0.87],
    ],
    0.025,
  )
  const temple = limb(
    side,
    y,
    z,
    [
      [0.5, 0.14, 0.76],
      [0.8, 0.14, -0.1],
    ],
    0.028,
  )
  const lens = shades ? ellipsoid(side - 0.29, y - 0.1, bent, [0.24, 0.18, 0.03]) : Infinity
  return Math.min(rim, bridge, temple, lens)
}

function headphones(x, y, z) {
  const side = Math.abs(x)
  const cup = tin(side - 0.98, y - 0.02, z + 0.04, [0.38, 0.15, 0.07])
  const pad = tin(side - 0.84, y - 0.02, z + 0.04, [0.33, 0.12, 0.06])
  const arc = Math.abs(Math.hypot(x * 1.02, (y - 0.12) * 0.92) - 1.02) - 0.05
  const band = Math.hypot(Math.max(arc, 0), Math.max(Math.abs(z + 0.06) - 0.12, 0)) - 0.02
  return Math.min(cup, pad, Math.max(band, 0.1 - y))
}

const earrings = (x, y, z) => ring(Math.abs(x) - 0.8, y + 0.32, z + 0.04, 0.15, 0.03)

function clothes(x, y, z, { collar }) {
  const side = Math.abs(x)
  let d = limb(
    x,
    y,
    z,
    [
      [-1, -1.9, -0.35],
      [1, -1.9, -0.35],
    ],
    0.54,
  )
  d = join(d, ellipsoid(x, y + 2.2, z + 0.3, [1.3, 0.86, 0.74]), 0.34)
  d = join(
    d,
    limb(
      side,
      y,
      z,
      [
        [0.2, -1.12, -0.35],
        [0.9, -1.62, -0.38],
      ],
      0.26,
      0.2,
    ),
    0.24,
  )
  if (collar === 'high')
    d = join(
      d,
      limb(
        x,
        y,
        z,
        [
          [0, -1, -0.2],
          [0, -1.5, -0.25],
        ],
        0.54,
        0.62,
      ),
      0.16,
    )
  if (collar === 'hood')
    d = join(d, Math.hypot(Math.hypot(x, z + 0.2) - 0.7, (y + 1.3 - 0.25 * -z) * 0.8) - 0.24, 0.12)
  if (collar === 'open')
    d = join(
      d,
      limb(
        side,
        y,
        z,
        [
          [0.46, -1.25, -0.2],
          [0.3, -1.85, 0.3],
        ],
        0.15,
      ),
      0.12,
    )
  return d + 0.012 * Math.sin(x * 9 + y * 5)
}

/** Returns the distance from a point to the person, and what is nearest there. */
export function createModel(person) {
  const [yaw, tilt] = [person.yaw ?? 0, person.tilt ?? 0]
  const turn = [Math.cos(yaw), Math.sin(yaw), Math.cos(tilt), Math.sin(tilt)]
  const hair = hairs[person.hair]
  const parts = [
    [person.hair === 'beanie' ? KNIT : HAIR, hair],
    person.hasBeard && [HAIR, beard],
    person.hasGlasses && [GEAR, (x, y, z) => glasses(x, y, z, person)],
    person.hasHeadphones && [GEAR, headphones],
    person.hasEarrings && [GEAR, earrings],
  ].filter(Boolean)
  return (x, y, z) => {
    const [flatX, headY] = [x * turn[2] + y * turn[3], y * turn[2] - x * turn[3]]
    const [headX, headZ] = [flatX * turn[0] - z * turn[1], flatX * turn[1] + z * turn[0]]
    const neck = limb(
      x,
      y,
      z,
      [
        [0, -0.5, -0.15],
        [0, -1.6, -0.3],
      ],
      0.4,
      0.48,
    )
    let [distance, matter] = [join(face(headX, headY, headZ, person), neck, 0.12), SKIN]
    const cloth = clothes(x, y, z, person)
    if (cloth < distance) [distance, matter] = [cloth, CLOTH]
    for (const [kind, measure] of parts) {
      const part = measure(headX, headY, headZ)
      if (part < distance) [distance, matter] = [part, kind]
    }
    return { distance, matter }
  }
}

const STEP = 0.012

/** Returns the light at the first surface behind (x, y), 0 being black; undefined for the background. */
export function lightAt(person, model, x, y) {
  const measure = (px, py, pz) => model(px, py, pz).distance
  const key = unit([person.light * 0.82, 0.62, 0.62])
  const back = unit([-person.light * 0.95, 0.25, -0.35])
  for (let z = 2, step = 0; step < 70 && z > -2.2; step += 1) {
    const { distance, matter } = model(x, y, z)
    if (distance >= 0.004) {
      z -= distance * 0.8
      continue
    }
    const normal = unit([
      measure(x + STEP, y, z) - measure(x - STEP, y, z),
      measure(x, y + STEP, z) - measure(x, y - STEP, z),
      measure(x, y, z + STEP) - measure(x, y, z - STEP),
    ])
    let lit = 1
    for (let far = 0.05, k = 0; k < 14 && lit > 0; k += 1) {
      const room = measure(x + key[0] * far, y + key[1] * far, z + key[2] * far)
      lit = Math.min(lit, (9 * room) / far)
      far += clamp(room, 0.04, 0.25)
    }
    lit = clamp(lit, 0, 1)
    const open = measure(x + normal[0] * 0.18, y + normal[1] * 0.18, z + normal[2] * 0.18)
    const air = clamp(0.25 + open / 0.22, 0, 1)
    const rim = clamp(1 - normal[2], 0, 1) ** 2 * Math.max(0, dot(normal, back))
    const mirror = Math.max(0, dot(normal, unit([key[0], key[1], key[2] + 1])))
    const [sharp, strong] = matter === GEAR ? [34, 0.8] : matter === HAIR ? [14, 0.35] : [34, 0.18]
    const own = [person.skin, person.hairTone ?? 0.2, person.cloth, person.knit ?? 0.4, 0.12][matter]
    const diffuse = 0.1 * air + 1.12 * Math.max(0, dot(normal, key)) * lit * (0.5 + 0.5 * air)
    return clamp(own * diffuse + mirror ** sharp * strong * lit + rim * (0.35 + 0.5 * own), 0, 1)
  }
  return undefined
}
