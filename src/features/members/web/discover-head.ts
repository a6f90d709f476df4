import type { DjCard } from '../contract-shapes'
import type { DiscoverSearch } from './discover-search'

/** What a search engine or a link preview is told about Discover under a filter; `url` is the address of /discover. */
export function discoverHead({ q, genre }: DiscoverSearch, url: string) {
  return {
    title: genre ? `${genre} DJs` : 'Discover DJs',
    description:
      `${genre ?? ''} DJs by name${genre ? '' : ', genre'} and place: what they play, what they cost, and how they were liked.`.trim(),
    // A genre is a page of its own; words that somebody typed are not.
    url: genre ? `${url}?genre=${encodeURIComponent(genre)}` : url,
    isIndexed: !q,
  }
}

/** The DJs of the first page as schema.org ItemList (https://schema.org/ItemList). */
export function discoverSchema(djs: readonly DjCard[], publicUrl: string): object {
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
