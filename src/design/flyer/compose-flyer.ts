import type { Picture } from './pictures/picture'
import { RECIPE_NAMES, RECIPES, type RecipeName } from './pictures/recipes'
import type { Stock } from '../stock'
import { hashTitle, createRandom } from './title-random'
import { INK, multiplyColors, getPaperStock, STOCKS } from './paper-stocks'
import {
  CAP_HEIGHT,
  measureDiacriticRoom,
  layOutTitle,
  type TitleMode,
  type TitleSetting,
} from './title-layout'

export type FlyerOptions = {
  /**
   * Size in drawing units. The drawing is composed for this shape and never cropped. Default: 400 wide, and 5/4 of the
   * width high.
   */
  width?: number
  height?: number
  /** Small text at the top left and top right, such as date and time. */
  meta?: readonly [left: string, right?: string]
  /** Derived from the title by default. */
  stock?: Stock
  recipe?: RecipeName
  /** False leaves out the title, for a DJ's sleeve. Default true. */
  hasTitle?: boolean
}

type Box = { x: number; y: number; width: number; height: number }

/** One line of type: `measure` is the width to fill exactly, `y` the baseline, `stretch` the value of the font's width axis. */
export type FlyerText = {
  text: string
  x: number
  y: number
  size: number
  weight: 800 | 600
  stretch: number
  measure?: number
  isEndAligned?: boolean
}

/** A flyer as data, with everything a renderer for SVG, outlines or PDF needs. Colors are `#rrggbb`. */
export type Composition = {
  seed: number
  width: number
  height: number
  paper: string
  ink: string
  spot: string
  box: Box
  picture: Picture
  texts: FlyerText[]
  /** Line along the edge of a reversed flyer. */
  keyline?: { inset: number; thickness: number }
}

/** The canvas of a flyer: its margins in whole units, and the small text at the top. */
type Sheet = {
  width: number
  height: number
  margin: number
  metaSize: number
  metaHeight: number
  isWide: boolean
}

// In a wide flyer the title takes this share of the width, beside the picture.
const WIDE_TITLE = 0.46

function measureSheet(options: FlyerOptions): Sheet {
  const width = options.width ?? 400
  const height = options.height ?? Math.round(width * 1.25)
  const side = Math.min(width, height)
  const isWide = width / height > 1.35
  const metaSize = side * (isWide ? 0.056 : 0.041)
  return {
    width,
    height,
    isWide,
    metaSize,
    margin: Math.round(side * 0.055),
    metaHeight: options.meta ? metaSize * 1.9 : 0,
  }
}

function createTitleTexts(setting: TitleSetting, x: number, top: number): FlyerText[] {
  let y = top
  return setting.lines.map((set) => {
    const { text, size, stretch } = set
    const { above, below } = measureDiacriticRoom(set)
    y += above + size * CAP_HEIGHT
    const line = { text, x, y, size, weight: 800, stretch, measure: setting.measure } as const
    y += below + setting.gap
    return line
  })
}

function createMetaTexts(meta: FlyerOptions['meta'], sheet: Sheet): FlyerText[] {
  if (!meta) return []
  const { margin, metaSize, width } = sheet
  const common = { y: margin + metaSize * 0.75, size: metaSize, weight: 600, stretch: 100 } as const
  const [left, right] = meta
  const texts: FlyerText[] = [{ ...common, text: left, x: margin }]
  if (right) {
    const end = sheet.isWide ? width * WIDE_TITLE - margin * 0.6 : width - margin
    texts.push({ ...common, text: right, x: end, isEndAligned: true })
  }
  return texts
}

type Layout = { box: Box; texts: FlyerText[] }

function layOutWide(title: string, sheet: Sheet, mode: TitleMode): Layout {
  const { width, height, margin, metaHeight } = sheet
  const column = width * WIDE_TITLE
  const room = height - margin * 2 - metaHeight
  const setting = layOutTitle(title, column - margin * 1.6, room, mode)
  return {
    // Aligns the title to the bottom margin, so that a high title never covers the small text.
    texts: createTitleTexts(setting, margin, height - margin - setting.height),
    box: { x: column, y: 0, width: width - column, height },
  }
}

function layOutTall(title: string, sheet: Sheet, mode: TitleMode, random: () => number): Layout {
  const { width, height, margin, metaHeight } = sheet
  const isTitleOnTop = random() < 0.45
  const wanted = (height - margin * 2 - metaHeight) * (0.34 + random() * 0.2)
  const setting = layOutTitle(title, width - 2 * margin, wanted, mode, height * 0.58)
  if (isTitleOnTop) {
    const below = margin + metaHeight + setting.height + margin
    return {
      texts: createTitleTexts(setting, margin, margin + metaHeight),
      box: { x: 0, y: below, width, height: height - below },
    }
  }
  const top = metaHeight ? margin + metaHeight : 0
  return {
    texts: createTitleTexts(setting, margin, height - margin - wanted + wanted - setting.height),
    box: { x: 0, y: top, width, height: height - margin * 2 - setting.height - top },
  }
}

function layOutFlyer(
  title: string,
  sheet: Sheet,
  mode: TitleMode,
  hasTitle: boolean,
  random: () => number,
): Layout {
  const { width, height } = sheet
  if (!hasTitle) return { texts: [], box: { x: 0, y: 0, width, height } }
  return sheet.isWide ? layOutWide(title, sheet, mode) : layOutTall(title, sheet, mode, random)
}

/** Composes a flyer from its title. The same title and options give the same composition everywhere. */
export function composeFlyer(title: string, options: FlyerOptions = {}): Composition {
  const { hasTitle = true } = options
  const seed = hashTitle(title)
  const random = createRandom(seed)
  const stock = STOCKS[options.stock ?? getPaperStock(title)]
  const recipe = RECIPES[options.recipe ?? RECIPE_NAMES[(seed >>> 5) % RECIPE_NAMES.length] ?? 'phase']
  const mode = random() < 0.6 ? 'tall' : 'flat'
  // One flyer in five is printed reversed: an ink sheet, printed in the color of the stock.
  const isReversed = (seed >>> 17) % 5 === 0
  const spot: string = stock.spots[(seed >>> 11) % stock.spots.length] ?? stock.spots[0]

  const sheet = measureSheet(options)
  const { box, texts } = layOutFlyer(title, sheet, mode, hasTitle, random)
  const picture = recipe(box.width, box.height, random, title)
  const keyline = { inset: sheet.margin * 0.14, thickness: sheet.margin * 0.28 }
  return {
    seed,
    width: sheet.width,
    height: sheet.height,
    paper: isReversed ? INK : stock.hex,
    ink: isReversed ? stock.hex : INK,
    spot: isReversed ? spot : multiplyColors(stock.hex, spot),
    box,
    picture,
    texts: [...texts, ...createMetaTexts(options.meta, sheet)],
    ...(isReversed && hasTitle ? { keyline } : {}),
  }
}
