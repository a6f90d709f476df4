/** The eight papers. The class `stock-<stock>` on a container sets `--tint` for everything in it. */
export const stocks = ['yellow', 'pink', 'orange', 'mint', 'sky', 'lilac', 'coral', 'bone'] as const
export type Stock = (typeof stocks)[number]

/**
 * The papers in sRGB, for output that can't read tokens.css: flyers, emails and images. stock.test.ts compares the two.
 */
export const stockHex = {
  yellow: '#edf140',
  pink: '#fd9bc4',
  orange: '#ff9d44',
  mint: '#6ce7a0',
  sky: '#84d1f5',
  lilac: '#c9b0f8',
  coral: '#fe816c',
  bone: '#ebe6d7',
} as const satisfies Record<Stock, string>
