type PageHead = {
  /** Without the name of the product. */
  title: string
  description: string
  /** Absolute, without a query: the one address of this page. */
  url: string
  /** Absolute, 1200 by 630 px. */
  image?: { url: string; alt: string } | undefined
  type?: 'website' | 'article'
}

/** Title, description, canonical address, OpenGraph and Twitter tags of a public page, for a route's `head`. */
export function pageHead({ title, description, url, image, type = 'website' }: PageHead) {
  const full = `${title} — Back to Back`
  return {
    meta: [
      { title: full },
      { name: 'description', content: description },
      { property: 'og:site_name', content: 'Back to Back' },
      { property: 'og:type', content: type },
      { property: 'og:title', content: title },
      { property: 'og:description', content: description },
      { property: 'og:url', content: url },
      { name: 'twitter:card', content: image ? 'summary_large_image' : 'summary' },
      { name: 'twitter:title', content: title },
      { name: 'twitter:description', content: description },
      ...(image
        ? [
            { property: 'og:image', content: image.url },
            { property: 'og:image:width', content: '1200' },
            { property: 'og:image:height', content: '630' },
            { property: 'og:image:alt', content: image.alt },
            { name: 'twitter:image', content: image.url },
          ]
        : []),
    ],
    links: [{ rel: 'canonical', href: url }],
  }
}
