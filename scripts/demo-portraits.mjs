// Draws the portraits of the demo's people: node scripts/demo-portraits.mjs. The product prints them in two colors.
import { writeFileSync } from 'node:fs'
import sharp from 'sharp'
import { createModel, lightAt } from './portrait-model.mjs'

const SIDE = 128
const VIEW = { half: 1.92, drop: -0.12 }
const FILE = 'src/features/members/server/demo-portraits/tones.ts'

// `light` is the side it comes from; skin, hair, cloth and knit are how light they are.
const people = {
  mara: {
    hair: 'bob',
    hairTone: 0.16,
    skin: 0.95,
    cloth: 0.12,
    collar: 'high',
    yaw: 0.45,
    tilt: 0.06,
    light: -1,
    hasHeadphones: true,
  },
  juno: {
    hair: 'afro',
    skin: 0.66,
    cloth: 0.14,
    collar: 'open',
    yaw: -0.35,
    tilt: -0.05,
    light: 1,
    hasGlasses: true,
    hasEarrings: true,
  },
  kestrel: {
    hair: 'beanie',
    knit: 0.42,
    hairTone: 0.22,
    skin: 0.92,
    cloth: 0.4,
    collar: 'hood',
    yaw: -0.42,
    tilt: 0.05,
    light: 1,
    hasBeard: true,
  },
  ilse: {
    hair: 'bun',
    hairTone: 0.6,
    skin: 0.95,
    cloth: 0.15,
    collar: 'high',
    yaw: 0.7,
    tilt: -0.06,
    light: 1,
    hasGlasses: true,
    shades: true,
  },
  temi: {
    hair: 'crop',
    hairTone: 0.1,
    skin: 0.62,
    cloth: 0.16,
    collar: 'hood',
    jaw: 1.06,
    yaw: 0.3,
    tilt: -0.04,
    light: 1,
  },
  jonas: {
    hair: 'quiff',
    hairTone: 0.3,
    skin: 0.92,
    cloth: 0.25,
    collar: 'open',
    yaw: 0.3,
    tilt: 0.05,
    light: 1,
    hasGlasses: true,
    hasBeard: true,
  },
}

const lines = []
for (const [key, person] of Object.entries(people)) {
  const tones = sharp(drawTones(person, SIDE), { raw: { width: SIDE, height: SIDE, channels: 2 } })
  const file = await tones.webp({ quality: 80, alphaQuality: 80, effort: 6 }).toBuffer()
  console.log(key, file.length)
  lines.push(`  ${key}: '${file.toString('base64')}',`)
}
writeFileSync(
  FILE,
  `// Written by scripts/demo-portraits.mjs.\n\n/** By person of the demo: a small gray WebP, as base64; its alpha is where the person is. */\nexport const TONES = {\n${lines.join('\n')}\n} as const\n`,
)

/** Returns a square of bytes, two for each dot: how light it is, and how much of it the person covers. */
function drawTones(person, side) {
  const model = createModel(person)
  const bytes = Buffer.alloc(side * side * 2)
  const quarters = [0.25, 0.75]
  for (let row = 0; row < side; row += 1)
    for (let column = 0; column < side; column += 1) {
      const found = quarters
        .flatMap((down) => quarters.map((right) => [(column + right) / side, (row + down) / side]))
        .map(([u, v]) => lightAt(person, model, (u * 2 - 1) * VIEW.half, (1 - v * 2) * VIEW.half + VIEW.drop))
        .filter((light) => light !== undefined)
      const sum = found.reduce((total, light) => total + light, 0)
      const at = (row * side + column) * 2
      bytes[at] = found.length === 0 ? 255 : Math.round((255 * sum) / found.length)
      bytes[at + 1] = Math.round((255 * found.length) / 4)
    }
  return bytes
}
