// Draws venues of the demo: node scripts/demo-venues.mjs. Takes some minutes. The product prints them in two colors.
import { writeFileSync } from 'node:fs'
import sharp from 'sharp'
import { clamp } from './distance-fields.mjs'
import { drawTones } from './venue-light.mjs'
import { beach, dome, rooftop } from './venue-open-air.mjs'
import { cistern, harbour, shed } from './venue-rooms.mjs'

const WIDTH = 192
const HEIGHT = 240
const FILE = 'src/features/events/server/demo-venues/tones.ts'

const lines = []
for (const [key, scene] of Object.entries({ shed, rooftop, harbour, beach, dome, cistern })) {
  const dots = spreadTones(drawTones(scene, WIDTH, HEIGHT))
  const tones = sharp(dots, { raw: { width: WIDTH, height: HEIGHT, channels: 2 } })
  const file = await tones.webp({ quality: 80, alphaQuality: 80, effort: 6 }).toBuffer()
  console.log(key, file.length)
  lines.push(`  ${key}: '${file.toString('base64')}',`)
}
writeFileSync(
  FILE,
  `// Written by scripts/demo-venues.mjs.\n\n/** By venue of the demo: a small gray WebP, as base64; it is half transparent where the spot color is. */\nexport const TONES = {\n${lines.join('\n')}\n} as const\n`,
)

/** Makes the darkest dots black and the lightest white, in place. */
function spreadTones(dots) {
  const tones = dots.filter((_, at) => at % 2 === 0).sort()
  const [black, white] = [0.04, 0.97].map((share) => tones[Math.floor(share * tones.length)])
  for (let at = 0; at < dots.length; at += 2)
    dots[at] = Math.round(255 * clamp((dots[at] - black) / (Math.max(white, 60) - black), 0, 1))
  return dots
}
