import { type Stock, stockHex, stocks } from '../stock'
import { hashTitle } from './title-random'

/** The printing ink: near black, the same in both themes. */
export const INK = '#151410'

type Print = { hex: string; spots: readonly [string, ...string[]] }

/** The hex color of each of the eight papers, and the spot colors that go with it. */
export const STOCKS = {
  yellow: { hex: stockHex.yellow, spots: ['#ff4a2e', '#18a05f', '#f08bd0'] },
  pink: { hex: stockHex.pink, spots: ['#ef2b2d', '#3350e0', '#ffb000'] },
  orange: { hex: stockHex.orange, spots: ['#e6202e', '#ffe23d', '#d8479b'] },
  mint: { hex: stockHex.mint, spots: ['#2446d8', '#fff36b', '#0f8f6a'] },
  sky: { hex: stockHex.sky, spots: ['#f0433a', '#2746d9', '#f6f0a0'] },
  lilac: { hex: stockHex.lilac, spots: ['#ef3d2f', '#3a3fd0', '#f2a3c8'] },
  coral: { hex: stockHex.coral, spots: ['#c4124a', '#ffd23d', '#5236c9'] },
  bone: { hex: stockHex.bone, spots: ['#f0402c', '#2b49d6', '#12935a', '#f5a300'] },
} as const satisfies Record<Stock, Print>

const GENRE_STOCKS = new Map<string, Stock>([
  ['techno', 'bone'],
  ['house', 'orange'],
  ['hard house', 'yellow'],
  ['progressive house', 'sky'],
  ['deep house', 'mint'],
  ['trance', 'lilac'],
])

/** Returns the paper color for a title. The order of `stocks` is part of the artwork and must not change. */
export function getPaperStock(title: string): Stock {
  return stocks[hashTitle(title) % stocks.length] ?? 'yellow'
}

/** Returns the paper of a genre; other genres get the one their name hashes to. */
export function getGenrePaperStock(genre: string): Stock {
  const name = genre.trim().toLowerCase()
  return GENRE_STOCKS.get(name.replace(/[\s_-]+/g, ' ')) ?? getPaperStock(genre)
}

/** Returns the class that sets --tint to the stock of the title. */
export function getTintClass(title: string): `stock-${Stock}` {
  return `stock-${getPaperStock(title)}`
}

function parseColorChannel(hex: string, index: number): number {
  return Number.parseInt(hex.slice(1 + index * 2, 3 + index * 2), 16)
}

/** Returns the color of one ink over another: both `#rrggbb`, multiplied per channel as in overprinting. */
export function multiplyColors(below: string, above: string): string {
  const channels = [0, 1, 2].map((index) =>
    Math.round((parseColorChannel(below, index) * parseColorChannel(above, index)) / 255)
      .toString(16)
      .padStart(2, '0'),
  )
  return `#${channels.join('')}`
}
