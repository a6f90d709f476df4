// Light in a scene: lamps, beams in the air, sky, one reflection. See demo-venues.mjs.
import { clamp, dot, unit } from './distance-fields.mjs'

const NORMAL = 0.004
const FAR = 220

/** Returns the first surface along a ray: how far, and what it is; undefined for the sky. */
function march(scene, eye, ray, start = 0.02) {
  for (let far = start, step = 0; step < 200 && far < FAR; step += 1) {
    const [room, matter] = scene.model(eye[0] + ray[0] * far, eye[1] + ray[1] * far, eye[2] + ray[2] * far)
    if (room < 0.0016 * (far + 0.5)) return { far, matter }
    far += room * 0.85
  }
  return undefined
}

function normalAt(scene, [x, y, z], width) {
  const room = (px, py, pz) => scene.model(px, py, pz)[0]
  return unit([
    room(x + width, y, z) - room(x - width, y, z),
    room(x, y + width, z) - room(x, y - width, z),
    room(x, y, z + width) - room(x, y, z - width),
  ])
}

/** How much of a lamp is seen from a point: 0 to 1. */
function openTo(scene, from, way, distance) {
  let open = 1
  for (let far = 0.06, step = 0; step < 40 && far < distance - 0.6 && open > 0.01; step += 1) {
    const [room, matter] = scene.model(from[0] + way[0] * far, from[1] + way[1] * far, from[2] + way[2] * far)
    if (matter.light === undefined) open = Math.min(open, (10 * room) / far)
    far += clamp(room, 0.05, 2)
  }
  return clamp(open, 0, 1)
}

function lampLight(scene, lamp, from, normal, matter, ray) {
  // A lamp without a place shines from one direction.
  const gap = lamp.at ? lamp.at.map((n, axis) => n - from[axis]) : lamp.way.map((n) => n * FAR)
  const distance = Math.hypot(...gap)
  const way = gap.map((n) => n / distance)
  const facing = dot(normal, way)
  if (facing <= 0) return 0
  const strength = lamp.at ? lamp.power / (1 + (distance / lamp.reach) ** 2) : lamp.power
  if (strength < 0.01) return 0
  const half = unit(way.map((n, axis) => n - ray[axis]))
  const gloss = (matter.gloss ?? 0) * Math.max(0, dot(normal, half)) ** 20
  return (
    strength *
    (matter.own * facing + gloss) *
    openTo(
      scene,
      from.map((n, axis) => n + normal[axis] * 0.03),
      way,
      distance,
    )
  )
}

/** Light that the air scatters towards the eye in front of `far`. */
function airLight(scene, eye, ray, far) {
  let sum = 0
  for (const beam of scene.beams ?? []) {
    const along = beam.to.map((n, axis) => n - beam.from[axis])
    const length = Math.hypot(...along)
    const way = along.map((n) => n / length)
    // Where ray and axis of the beam come closest.
    const gap = eye.map((n, axis) => n - beam.from[axis])
    const [b, d, e] = [dot(ray, way), dot(ray, gap), dot(way, gap)]
    const bent = 1 - b * b
    const there = (b * e - d) / bent
    const on = (e - b * d) / bent
    if (there < 0 || there > far || on < 0 || on > length) continue
    const apart = Math.hypot(...gap.map((n, axis) => n + ray[axis] * there - way[axis] * on))
    const radius = beam.width + beam.spread * on
    const inside = clamp(1 - apart / radius, 0, 1)
    sum += beam.power * Math.min(1, inside * 2.2) * (1 - 0.75 * (on / length))
  }
  for (const lamp of scene.lamps)
    if (lamp.glow) {
      const there = clamp(
        dot(
          lamp.at.map((n, axis) => n - eye[axis]),
          ray,
        ),
        0,
        far,
      )
      const apart = Math.hypot(...lamp.at.map((n, axis) => n - eye[axis] - ray[axis] * there))
      if (there < far) sum += lamp.glow * Math.exp(-((apart / lamp.size) ** 1.2))
    }
  return sum
}

/** Returns tone, 0 being black, and whether the spot color lies below it. */
function lightAlong(scene, eye, ray, depth = 0) {
  const hit = march(scene, eye, ray)
  if (!hit) {
    const sky = scene.sky(ray)
    return { tone: sky.tone + airLight(scene, eye, ray, FAR), spot: sky.spot }
  }
  const { far, matter } = hit
  const air = airLight(scene, eye, ray, far)
  const fog = scene.haze ? 1 - Math.exp(-far * scene.haze.density) : 0
  const dim = (tone) => tone * (1 - fog) + (scene.haze?.tone ?? 0) * fog + air
  if (matter.light !== undefined) return { tone: matter.light, spot: matter.isSpot ? 1 : 0 }
  const from = ray.map((n, axis) => eye[axis] + n * far)
  let normal = normalAt(scene, from, NORMAL * (1 + far * 0.25))
  if (matter.mirror) {
    if (matter.ripple) normal = unit(normal.map((n, axis) => n + (axis === 1 ? 0 : matter.ripple(from))))
    const into = dot(ray, normal)
    const back = unit(ray.map((n, axis) => n - 2 * into * normal[axis]))
    const seen =
      depth < 1
        ? lightAlong(
            scene,
            from.map((n, axis) => n + normal[axis] * 0.03),
            back,
            depth + 1,
          )
        : { tone: 0, spot: 0 }
    return {
      tone: dim(seen.tone * matter.mirror + matter.own * 0.3),
      spot: seen.spot * (matter.keepsSpot === false ? 0 : 1),
    }
  }
  const open = scene.model(from[0] + normal[0] * 0.4, from[1] + normal[1] * 0.4, from[2] + normal[2] * 0.4)[0]
  let tone = scene.ambient * matter.own * clamp(0.2 + open * 2, 0, 1)
  for (const lamp of scene.lamps) tone += lampLight(scene, lamp, from, normal, matter, ray)
  return { tone: dim(tone), spot: 0 }
}

/** Returns bytes, two for each dot: how light it is, and whether the spot color lies below it. */
export function drawTones(scene, width, height, fine = 2) {
  const bytes = Buffer.alloc(width * height * 2)
  const aspect = height / width
  const parts = Array.from({ length: fine }, (_, part) => (part + 0.5) / fine)
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1) {
      let [tone, spot] = [0, 0]
      for (const down of parts)
        for (const right of parts) {
          const u = (((column + right) / width) * 2 - 1) * scene.lens
          const v = (1 - ((row + down) / height) * 2) * scene.lens * aspect + scene.shift
          const seen = lightAlong(scene, scene.eye, unit([u, v, -1]))
          tone += clamp(seen.tone, 0, 1)
          spot += seen.spot
        }
      const at = (row * width + column) * 2
      bytes[at] = Math.round((255 * tone) / fine ** 2)
      bytes[at + 1] = Math.round(255 - (127 * spot) / fine ** 2)
    }
  return bytes
}
