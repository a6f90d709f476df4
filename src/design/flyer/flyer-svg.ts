import { type Composition, composeFlyer, type FlyerOptions, type FlyerText } from './compose-flyer'
import { escapeText } from './escape-svg-text'
import { round } from './svg-paths'
import { writeSvg } from './write-svg'

export type FlyerSvgOptions = FlyerOptions & {
  /** Prefix of the ids in the drawing. Required if the same flyer can appear twice on a page. */
  id?: string
}

/** Returns a default id that differs whenever the clip paths differ, because drawings with equal ids share them. */
function getSvgId({ seed, width, height }: Composition, options: FlyerSvgOptions): string {
  if (options.id) return options.id.replaceAll(/[^\w-]/g, '_')
  const { recipe = '', stock = '', meta, hasTitle = true } = options
  const variant = `${meta ? 'm' : ''}${hasTitle ? '' : 'p'}`
  return `f${seed.toString(36)}${width}x${height}${recipe}${stock}${variant}`
}

function createTextElement(line: FlyerText, fill: string): string {
  const { text, x, y, size, weight, stretch, measure, isEndAligned } = line
  const fit = measure === undefined ? '' : ` textLength="${round(measure)}" lengthAdjust="spacingAndGlyphs"`
  const anchor = isEndAligned ? ' text-anchor="end"' : ''
  const bold = weight === 800 ? '' : `font-weight:${weight};`
  return (
    `<text x="${round(x)}" y="${round(y)}"${anchor} font-size="${round(size)}"${fit}` +
    ` style="${bold}font-stretch:${round(stretch)}%" fill="${fill}">${escapeText(text)}</text>`
  )
}

/**
 * Draws the flyer of a title as an SVG string of about 5 kB. Pure: server and browser produce the same markup. The type
 * is live text, so the page must load Mona Sans (`svg text` in css/base.css).
 */
export function createFlyerSvg(title: string, options: FlyerSvgOptions = {}): string {
  const flyer = composeFlyer(title, options)
  const type = flyer.texts.map((line) => createTextElement(line, flyer.ink)).join('')
  const view = `viewBox="0 0 ${flyer.width} ${flyer.height}" preserveAspectRatio="xMidYMid slice"`
  const attributes = `${view} aria-hidden="true" focusable="false"`
  return writeSvg(flyer, getSvgId(flyer, options), attributes, type)
}
