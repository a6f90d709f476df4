import type { DjCard } from '../contract-shapes'
import type { DiscoverSearch } from './discover-search'

/**
 * Returns the metadata of Discover under a filter, for search engines and link previews; `url` is the address of
 * /discover.
 */
export function createDiscoverHead({ q, genre }: DiscoverSearch, url: string) {
  return {
    title: genre ? `${genre} DJs` : 'Discover DJs',
    description:
      `${genre ?? ''} DJs by name${genre ? '' : ', genre'} and place: music, rates and reviews.`.trim(),
    // Each genre’s list has its own URL, which search engines index. The results of a typed search have none.
    url: genre ? `${url}?genre=${encodeURIComponent(genre)}` : url,
    isIndexed: !q,
  }
}

export function createDiscoverSchema(djs: readonly DjCard[], publicUrl: string): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    itemListElement: djs.map((dj, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: dj.name,
      url: `${publicUrl}/dj/${dj.id}`,
    })),
  }
}
