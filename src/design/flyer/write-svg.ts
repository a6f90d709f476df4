import type { Composition } from './compose-flyer'
import { round } from './svg-paths'
import type { Circle } from './pictures/picture'

function createCircle({ cx, cy, radius }: Circle, fill?: string): string {
  const paint = fill ? ` fill="${fill}"` : ''
  return `<circle cx="${round(cx)}" cy="${round(cy)}" r="${round(radius)}"${paint}/>`
}

function createPictureMarkup({ picture, ink, spot, paper }: Composition, lensId: string): string {
  const { disc, lens } = picture
  let markup = picture.spot ? `<path d="${picture.spot}" fill="${spot}" fill-rule="evenodd"/>` : ''
  if (lens) {
    const shifted = `<path transform="translate(${round(lens.shift)} 0)" d="${picture.ink}" fill="${ink}"/>`
    markup += `<path d="${picture.ink}" fill="${ink}"/>${createCircle(lens, spot)}`
    markup += `<g clip-path="url(#${lensId})">${shifted}</g>`
  } else {
    markup += `<path d="${picture.ink}" fill="${ink}" fill-rule="evenodd"/>`
  }
  if (disc) markup += createCircle(disc, spot) + createCircle({ ...disc, radius: disc.radius * 0.12 }, paper)
  return markup
}

function createClipMarkup({ box, picture }: Composition, id: string, lensId: string): string {
  const frame = `<clipPath id="${id}"><rect width="${round(box.width)}" height="${round(box.height)}"/></clipPath>`
  return picture.lens ? `${frame}<clipPath id="${lensId}">${createCircle(picture.lens)}</clipPath>` : frame
}

function createKeylineMarkup({ keyline, width, height, ink }: Composition): string {
  if (!keyline) return ''
  const { inset, thickness } = keyline
  return (
    `<rect x="${round(inset)}" y="${round(inset)}" width="${round(width - inset * 2)}"` +
    ` height="${round(height - inset * 2)}" fill="none" stroke="${ink}" stroke-width="${round(thickness)}"/>`
  )
}

/**
 * Writes a composition as an SVG document. `id` prefixes the ids, `attributes` go on the root, and `type` is the markup
 * of the texts. The caller must escape all three.
 */
export function writeSvg(flyer: Composition, id: string, attributes: string, type: string): string {
  const { width, height, box, paper } = flyer
  const lensId = `${id}c`
  return (
    `<svg ${attributes}><defs>${createClipMarkup(flyer, id, lensId)}</defs>` +
    `<rect width="${width}" height="${height}" fill="${paper}"/>` +
    `<g transform="translate(${round(box.x)} ${round(box.y)})" clip-path="url(#${id})">` +
    `${createPictureMarkup(flyer, lensId)}</g>${type}${createKeylineMarkup(flyer)}</svg>`
  )
}
