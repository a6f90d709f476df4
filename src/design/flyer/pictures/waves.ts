import { round } from '../paths'
import { ROUGH_TURN, type Recipe } from './picture'

const SEGMENTS = 44

/** Stacked lines with one swell; two of them in the spot colour. */
export const waves: Recipe = (width, height, random) => {
  const count = 11 + Math.floor(random() * 6)
  const pitch = height / (count + 1)
  const slow = 0.8 + random() * 1.6
  const fast = 2 + random() * 4
  const phase = random() * ROUGH_TURN
  const amplitude = pitch * (1.5 + random() * 1.3)
  const crest = 0.3 + random() * 0.4
  const hot = Math.floor(random() * (count - 4)) + 2
  const thickness = pitch * 0.26
  let ink = ''
  let spot = ''
  for (let line = 0; line < count; line++) {
    const base = pitch * (line + 1)
    let there = ''
    let back = ''
    for (let segment = 0; segment <= SEGMENTS; segment++) {
      const u = segment / SEGMENTS
      const swell = Math.exp(-Math.pow((u - crest) * 2.9, 2))
      const ripple =
        0.6 * Math.sin(u * ROUGH_TURN * slow + phase + line * 0.35) +
        0.4 * Math.sin(u * ROUGH_TURN * fast - line * 0.5)
      const y = base - amplitude * swell * ripple
      const x = round(u * width)
      there += `${segment ? 'L' : 'M'}${x} ${round(y - thickness)}`
      back = `L${x} ${round(y + thickness)}${back}`
    }
    if (line === hot || line === hot + 1) spot += `${there}${back}z`
    else ink += `${there}${back}z`
  }
  return { ink, spot }
}
