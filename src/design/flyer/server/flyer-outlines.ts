import { composeFlyer, type FlyerOptions, type FlyerText } from '../compose-flyer'
import { round } from '../svg-paths'
import { writeSvg } from '../write-svg'
import { outlineText } from './text-outline'

async function createTextPath(line: FlyerText, fill: string): Promise<string> {
  const { text, x, y, size, weight, stretch, measure, isEndAligned } = line
  const { d, advance } = await outlineText(text, { size, weight, width: stretch })
  if (!d) return ''
  // Stretches the line to its exact width, because the table of letter widths may be slightly wrong. Flyers on the
  // page do the same with `textLength`.
  const fit = measure === undefined ? 1 : measure / advance
  const start = isEndAligned ? x - advance : x
  const scale = Math.abs(fit - 1) < 0.001 ? '' : ` scale(${fit.toFixed(4)} 1)`
  return `<path transform="translate(${round(start)} ${round(y)})${scale}" d="${d}" fill="${fill}"/>`
}

/**
 * Renders the flyer of a title as SVG shapes only, with the type as outlines, so it looks the same whatever fonts the
 * renderer has. Width and height are in px, options as for `createFlyerSvg`.
 */
export async function createOutlinedFlyerSvg(title: string, options: FlyerOptions = {}): Promise<string> {
  const flyer = composeFlyer(title, options)
  const { width, height } = flyer
  const type = await Promise.all(flyer.texts.map((line) => createTextPath(line, flyer.ink)))
  const attributes =
    `xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"` +
    ` viewBox="0 0 ${width} ${height}"`
  return writeSvg(flyer, 'clip', attributes, type.join(''))
}
