/** The eight papers. The class `stock-<stock>` on a container sets `--tint` for everything in it. */
export const stocks = ['yellow', 'pink', 'orange', 'mint', 'sky', 'lilac', 'coral', 'bone'] as const
export type Stock = (typeof stocks)[number]
