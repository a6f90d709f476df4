import { getPersonId } from '../people'
import { djs } from '../texts/djs'
import { multiplyColors, getPaperStock, getGenrePaperStock, STOCKS } from '~/design/flyer/paper-stocks'
import type { MediaStorage } from '~/platform/storage/media-storage'
import { toPixel, PRINT_WIDTH, storeHalftone } from './store-halftone'
import { TONES } from './portrait-tones'

const DISC = { radius: 0.7, drop: 0.1, slip: 0.16 }
// Lightens the portraits: their tones are close together in the dark range.
const CURVE = 0.62

type Key = keyof typeof TONES

/**
 * Renders the demo portraits in ink on each person's paper color, in front of the logo in a second color. Returns the
 * URL of each portrait by the person's key.
 */
export async function storeDemoPortraits(storage: Pick<MediaStorage, 'put'>): Promise<Map<string, string>> {
  const keys = Object.keys(TONES) as Key[]
  return new Map(
    await Promise.all(keys.map(async (key) => [key, await storePortrait(storage, key)] as const)),
  )
}

function storePortrait(storage: Pick<MediaStorage, 'put'>, key: Key): Promise<string> {
  const { paper, spot } = getColors(key)
  const isPerson = (alpha: number) => alpha > 127
  return storeHalftone(storage, 'avatars', {
    tones: TONES[key],
    ratio: 1,
    dot: 12,
    curve: CURVE,
    isInked: isPerson,
    groundAt: (alpha, x, y) => (!isPerson(alpha) && isInsideBrandMark(x, y) ? spot : paper),
  })
}

/** Returns the paper and spot color: by genre for a DJ, otherwise the paper color of the person's avatar. */
function getColors(key: Key): { paper: number; spot: number } {
  const dj = djs.find((entry) => entry.key === key)
  const stock = dj ? getGenrePaperStock(dj.genre) : getPaperStock(getPersonId(key))
  const { hex, spots } = STOCKS[stock]
  return { paper: toPixel(hex), spot: toPixel(multiplyColors(hex, stock === 'sky' ? spots[1] : spots[0])) }
}

function isInsideBrandMark(x: number, y: number): boolean {
  const right = (x / PRINT_WIDTH) * 2 - 1
  const up = 1 - (y / PRINT_WIDTH) * 2 - DISC.drop
  return Math.hypot(right, up - (right < 0 ? DISC.slip : -DISC.slip)) < DISC.radius
}
