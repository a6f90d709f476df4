import { multiplyColors, getPaperStock, STOCKS } from '~/design/flyer/paper-stocks'
import { toPixel, storeHalftone } from './store-halftone'
import type { MediaStorage } from '~/platform/storage/media-storage'
import { TONES } from './venue-tones'

type Key = keyof typeof TONES

// The venue picture of each event, and the index of its spot color in the spots of the paper. Other demo events have a
// generated flyer.
const pictures: readonly (readonly [title: string, key: Key, spot: number])[] = [
  ['Ceiling Tiles', 'shed', 0],
  ['Sunday Slack', 'rooftop', 0],
  ['Paper Planes', 'harbour', 1],
  ['Low Tide, High Hats', 'beach', 0],
  ['Dancing in the Dark Matter', 'dome', 0],
  ['Blackout Rehearsal', 'cistern', 0],
]

/** Renders the venue pictures on each event's paper color. Returns the URL of each picture by the event's title. */
export async function storeDemoVenues(storage: Pick<MediaStorage, 'put'>): Promise<Map<string, string>> {
  return new Map(
    await Promise.all(
      pictures.map(
        async ([title, key, spot]) => [title, await storeVenue(storage, { title, key, spot })] as const,
      ),
    ),
  )
}

function storeVenue(
  storage: Pick<MediaStorage, 'put'>,
  { title, key, spot }: { title: string; key: Key; spot: number },
): Promise<string> {
  const { hex, spots } = STOCKS[getPaperStock(title)]
  const paper = toPixel(hex)
  const light = toPixel(multiplyColors(hex, spots[spot] ?? spots[0]))
  return storeHalftone(storage, 'events', {
    tones: TONES[key],
    ratio: 4 / 5,
    dot: 11,
    curve: 0.86,
    isInked: () => true,
    // Half-transparent pixels mark the area of the spot color.
    groundAt: (alpha) => (alpha < 191 ? light : paper),
  })
}
