import { drawCircle, round, drawRing, drawHalfRing, drawRectangle } from '../svg-paths'
import type { Recipe } from './picture'
import { APPROXIMATE_TAU } from './picture'

const SEGMENTS = 44
const waves: Recipe = (width, height, random) => {
  const count = 11 + Math.floor(random() * 6)
  const pitch = height / (count + 1)
  const slow = 0.8 + random() * 1.6
  const fast = 2 + random() * 4
  const phase = random() * APPROXIMATE_TAU
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
        0.6 * Math.sin(u * APPROXIMATE_TAU * slow + phase + line * 0.35) +
        0.4 * Math.sin(u * APPROXIMATE_TAU * fast - line * 0.5)
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

const tiles: Recipe = (width, height, random) => {
  const across = 3 + Math.floor(random() * 3)
  const side = width / across
  const down = Math.ceil(height / side)
  let ink = ''
  let spot = ''
  for (let row = 0; row < down; row++) {
    for (let column = 0; column < across; column++) {
      const x = column * side
      const y = row * side
      const kind = Math.floor(random() * 6)
      const disc = drawCircle(x + side / 2, y + side / 2, side / 2)
      if (kind === 4) ink += disc + drawCircle(x + side / 2, y + side / 2, side * 0.16)
      else if (kind === 5) spot += disc
      else if (random() < 0.72) ink += drawQuarterCircle(x, y, side, kind)
      else spot += drawQuarterCircle(x, y, side, kind)
    }
  }
  return { ink, spot }
}

const TURN = 6.2832
const strobe: Recipe = (width, height, random) => {
  const rays = 12 + Math.floor(random() * 8) * 2
  const radius = Math.min(width, height) * (0.27 + random() * 0.11)
  const cx = width * (0.34 + random() * 0.32)
  const cy = radius * 1.06 + random() * Math.max(0, height - radius * 2.12)
  const reach = Math.hypot(width, height) * 1.2
  const turned = random()
  const end = (position: number) => {
    const angle = (position / rays) * TURN
    return `L${round(cx + Math.cos(angle) * reach)} ${round(cy + Math.sin(angle) * reach)}`
  }
  let ink = ''
  for (let ray = 0; ray < rays; ray++) {
    ink += `M${round(cx)} ${round(cy)}${end(ray + turned)}${end(ray + 0.5 + turned)}z`
  }
  return { ink, spot: '', disc: { cx, cy, radius } }
}

const COLUMNS = 16
const LENGTHS = [1, 1, 2, 1, 3, 1, 4] as const
/** A sixteen-step sequencer, one row per bar; the letters of the title decide which steps are on. */
const steps: Recipe = (width, height, random, title) => {
  const rows = Math.max(5, Math.round(((COLUMNS * height) / width) * 0.62))
  const stepWidth = width / COLUMNS
  const rowHeight = height / rows
  const letters = title.toLowerCase().replace(/[^a-z0-9]/g, '') || 'x'
  let ink = ''
  let spot = ''
  let letter = 0
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < COLUMNS;) {
      const code =
        letters.charCodeAt(letter++ % letters.length) + row * 7 + column * 3 + Math.floor(random() * 5)
      const length = Math.min(COLUMNS - column, LENGTHS[code % 7] ?? 1)
      if (code % 5 <= 2) {
        const step = drawRectangle(
          column * stepWidth,
          row * rowHeight + rowHeight * 0.09,
          stepWidth * length - stepWidth * 0.16,
          rowHeight * 0.82,
        )
        if (code % 5 === 2) spot += step
        else ink += step
      }
      column += length
    }
  }
  return { ink, spot }
}

/** Records cut down the middle with the halves offset; as many as fit side by side. */
const phase: Recipe = (width, height, random) => {
  const skew = 0.26 + random() * 0.3
  const grooves = 6 + Math.floor(random() * 6)
  const largest = (height * 0.49) / (1 + skew / 2)
  const count = Math.max(1, Math.min(3, Math.round((width * 0.94) / (2 * largest))))
  const radius = Math.min(largest, (width * 0.47) / count)
  const direction = random() < 0.5 ? -1 : 1
  const pitch = radius / grooves
  const cy = height / 2
  const isTwoColor = random() < 0.6
  let ink = ''
  let spot = ''
  for (let record = 0; record < count; record++) {
    const towardsMiddle = count === 1 ? 0 : (record - (count - 1) / 2) * -(width / count - 2 * radius) * 0.9
    const cx = (width * (record + 0.5)) / count + towardsMiddle
    const slip = radius * skew * direction * (record % 2 ? -1 : 1)
    for (let groove = 0; groove < grooves; groove++) {
      const outer = radius - groove * pitch
      ink += drawHalfRing(cx, cy - slip / 2, outer, pitch * 0.56, 'left')
      const right = drawHalfRing(cx, cy + slip / 2, outer, pitch * 0.56, 'right')
      if (isTwoColor) spot += right
      else ink += right
    }
    if (!isTwoColor) spot += drawCircle(cx, cy + slip / 2, radius * 0.42)
  }
  return { ink, spot }
}

const moire: Recipe = (width, height, random) => {
  const diagonal = Math.hypot(width, height)
  const pitch = width / (15 + random() * 9)
  const angle = random() * APPROXIMATE_TAU
  const offset = pitch * (1.6 + random() * 2.4)
  const cx = width * (0.2 + random() * 0.6)
  const cy = height * (0.2 + random() * 0.6)
  let ink = ''
  let spot = ''
  for (let radius = pitch; radius < diagonal; radius += pitch) {
    ink += drawRing(cx, cy, radius, pitch * 0.45)
    spot += drawRing(cx + Math.cos(angle) * offset, cy + Math.sin(angle) * offset, radius, pitch * 0.45)
  }
  return { ink, spot }
}

const hazard: Recipe = (width, height, random) => {
  const band = width / (5 + Math.floor(random() * 4))
  const slant = height * (0.5 + random() * 0.5) * (random() < 0.5 ? 1 : -1)
  const radius = Math.min(width, height) * (0.3 + random() * 0.1)
  const cx = width * (0.38 + random() * 0.24)
  const cy = height * 0.5
  const end = width + Math.abs(slant) + band * 2
  let ink = ''
  for (let x = -Math.abs(slant) - band * 2; x < end; x += band * 2) {
    ink += `M${round(x)} 0h${round(band)}l${round(slant)} ${round(height)}h${round(-band)}z`
  }
  return { ink, spot: '', lens: { cx, cy, radius, shift: band } }
}

const halftone: Recipe = (width, height, random) => {
  const across = 15 + Math.floor(random() * 7)
  const pitch = width / across
  const down = Math.ceil(height / pitch) + 1
  const angle = random() * APPROXIMATE_TAU
  const frequency = 1.2 + random() * 1.8
  const phase = random() * APPROXIMATE_TAU
  const cx = width * (0.25 + random() * 0.5)
  const cy = height * (0.25 + random() * 0.5)
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  let ink = ''
  for (let row = 0; row < down; row++) {
    for (let column = 0; column < across + 1; column++) {
      const x = column * pitch + (row % 2 ? pitch / 2 : 0)
      const y = row * pitch * 0.98
      const along = (x * cos + y * sin) / width
      const away = Math.hypot(x - cx, y - cy) / width
      const wave = 0.5 + 0.5 * Math.sin(along * APPROXIMATE_TAU * frequency * 0.5 + phase + away * 7)
      const radius = pitch * 0.64 * Math.pow(wave, 0.8)
      if (radius > pitch * 0.07) ink += drawCircle(x, y, radius)
    }
  }
  const disc = Math.min(width, height) * (0.28 + random() * 0.16)
  const discX = width * (0.34 + random() * 0.32)
  const discY = disc + random() * Math.max(0, height - 2 * disc)
  return { ink, spot: drawCircle(discX, discY, disc) }
}

export const RECIPES = { phase, moire, steps, halftone, hazard, waves, tiles, strobe } satisfies Record<
  string,
  Recipe
>

export type RecipeName = keyof typeof RECIPES

// The order is part of the artwork: title hashes index into it. Don't reorder.
export const RECIPE_NAMES = [
  'phase',
  'moire',
  'steps',
  'halftone',
  'hazard',
  'waves',
  'tiles',
  'strobe',
] as const satisfies readonly RecipeName[]

/** A quarter circle filling the square at x,y, centered on one of the four corners, clockwise from top left. */
function drawQuarterCircle(x: number, y: number, side: number, corner: number): string {
  const left = round(x)
  const top = round(y)
  const right = round(x + side)
  const bottom = round(y + side)
  const length = round(side)
  const arc = `A${length} ${length} 0 0 1`
  if (corner === 0) return `M${left} ${top}h${length}${arc} ${left} ${bottom}z`
  if (corner === 1) return `M${right} ${top}v${length}${arc} ${left} ${top}z`
  if (corner === 2) return `M${right} ${bottom}h${-length}${arc} ${right} ${top}z`
  return `M${left} ${bottom}v${-length}${arc} ${right} ${bottom}z`
}
