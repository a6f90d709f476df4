// What venues are built of, as distance fields: meters, y up. See demo-venues.mjs.
import { box, clamp, disc, join, limb, post } from './distance-fields.mjs'

export const hash = (a, b = 0) => {
  const n = Math.sin(a * 127.1 + b * 311.7) * 43758.5453
  return n - Math.floor(n)
}
export const stick = (x, y, z, from, to, radius, endRadius) => limb(x, y, z, [from, to], radius, endRadius)
export const nearest = (value, spacing) => Math.round(value / spacing)

/** A dancing person at the origin. `chance` from 0 to 1 decides the pose. */
function person(x, y, z, chance) {
  const tall = 1.62 + 0.2 * chance
  const around = Math.hypot(x, y - 1.1, z) - 1.5
  if (around > 0.5) return around
  const lean = 0.16 * (hash(chance, 1) - 0.5)
  const head = Math.hypot(x - lean, y - tall, z) - 0.135
  const chest = stick(x, y, z, [0, 0.75, 0], [lean, tall - 0.38, 0], 0.19, 0.2)
  const hips = stick(Math.abs(x), y, z, [0.11, 0, 0], [0.09, 0.75, 0], 0.1, 0.13)
  const body = Math.min(
    head,
    join(chest, hips, 0.08),
    stick(x, y, z, [lean, tall - 0.3, 0], [lean, tall, 0], 0.08),
  )
  const side = hash(chance, 2) < 0.5 ? -1 : 1
  const hand = hash(chance, 3) < 0.42 ? [side * 0.34, tall + 0.42, 0] : [side * 0.36, tall - 0.75, 0.12]
  const elbow = hash(chance, 3) < 0.42 ? [side * 0.42, tall - 0.02, 0.05] : [side * 0.36, tall - 0.55, 0]
  const arm = Math.min(
    stick(x, y, z, [side * 0.2, tall - 0.3, 0], elbow, 0.075, 0.06),
    stick(x, y, z, elbow, hand, 0.06, 0.05),
  )
  return Math.min(body, arm)
}

/** People in a loose grid; `area` is left, right, far, near. */
export function crowd(x, y, z, [left, right, far, near], spacing = 1, empty = 0.1) {
  const around = box(x - (left + right) / 2, y, z - (far + near) / 2, [
    (right - left) / 2 + 0.8,
    2.4,
    (near - far) / 2 + 0.8,
  ])
  if (around > 0.5) return around
  const column = clamp(nearest(x, spacing), Math.ceil(left / spacing), Math.floor(right / spacing))
  const row = clamp(nearest(z, spacing), Math.ceil(far / spacing), Math.floor(near / spacing))
  const [right0, back0] = [x - column * spacing, z - row * spacing]
  // Neighbors are not measured: a step ends at the border of a cell.
  const inside = spacing * 0.5 - Math.max(Math.abs(right0), Math.abs(back0))
  const border = inside > 0 ? inside + 0.1 : Math.max(0.1, -inside * 0.7)
  const chance = hash(column, row)
  if (hash(row, column + 9) < empty) return border
  const shift = spacing * 0.22
  const own = person(
    right0 - (hash(chance, 5) - 0.5) * shift,
    y,
    back0 - (hash(chance, 6) - 0.5) * shift,
    chance,
  )
  return inside > 0 ? Math.min(own, border) : own
}

export const stack = (x, y, z, size) =>
  Math.min(
    box(x, y - size, z, [size * 0.55, size, 0.5], 0.03),
    box(x, y - size * 2.2, z, [size * 0.5, size * 0.18, 0.4], 0.03),
  )

export function booth(x, y, z) {
  const table = box(x, y - 0.55, z, [1.3, 0.55, 0.4], 0.03)
  const decks = disc(Math.abs(x) - 0.75, y - 1.14, z, 0.3, 0.04)
  return Math.min(table, decks, person(x, y - 0.1, z + 0.75, 0.71))
}

/** A palm: a bent trunk and fronds that hang. */
export function palm(x, y, z, tall, bend) {
  const away = Math.hypot(x - bend / 2, z) - 4
  if (away > 1) return away
  const bow = bend * clamp(y / tall, 0, 1) ** 2
  const trunk = Math.max(post(x - bow, z, 0.2 - 0.008 * y), y - tall, -y) * 0.8
  let fronds = Infinity
  for (let n = 0; n < 9; n += 1) {
    const turn = (n / 9) * Math.PI * 2 + 0.3
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
    const along = (x - bend) * cos + z * sin
    const across = -(x - bend) * sin + z * cos
    const share = clamp(along / 3.1, 0, 1)
    const arch = tall + 0.2 + 1.1 * Math.sin(share * 2.2) - 2.3 * share * share
    const leaf = 0.42 * Math.sin(Math.PI * Math.min(1, share + 0.08)) * (0.75 + 0.25 * Math.sin(along * 22))
    const out = [
      Math.max(Math.abs(across) - leaf, 0),
      Math.abs(y - arch + Math.abs(across) * 0.5) - 0.03,
      Math.max(-along, along - 3.1, 0),
    ]
    fronds = Math.min(fronds, Math.hypot(out[0], Math.max(out[1], 0), out[2]))
  }
  return Math.min(trunk, (fronds - 0.02) * 0.55)
}

export const STONE = { own: 0.62 }
export const DARK = { own: 0.1 }
export const METAL = { own: 0.3, gloss: 0.5 }
export const FLOOR = { own: 0.45 }

/** Returns the nearest of [distance, matter] pairs. */
export const closest = (...parts) => parts.reduce((best, part) => (part[0] < best[0] ? part : best))
