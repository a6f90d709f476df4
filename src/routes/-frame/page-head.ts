import { formatPageTitle } from '~/lib/page-title'

/**
 * The route match that `head` gets. The root route adds the site to its context. `status` is that of the finished
 * loader, since `head` runs after it.
 */
type At = { context: { site: { name: string } }; status?: string }

/** Returns the title of pages whose route has none, such as an unknown URL. */
export function getRootTitle(
  siteName: string,
  matches: readonly { status: string; _notFound?: boolean | undefined }[],
): string {
  const isMissing = matches.some((match) => match._notFound || match.status === 'notFound')
  if (isMissing) return formatPageTitle('Page not found', siteName)
  return matches.some(({ status }) => status === 'error') ? formatPageTitle(FAILED, siteName) : siteName
}
const FAILED = 'This page didn’t load'

type PageHead = {
  /** Without the site's name. */
  title: string
  description: string
  /** The canonical URL, absolute and without a query. */
  url: string
  image?: { url: string; alt: string } | undefined
  type?: 'website' | 'article'
}

/** Returns the preview image of pages that have none: the site's name as a flyer. */
export function createSiteImage(match: At, publicUrl: string): PageHead['image'] {
  return { url: `${publicUrl}/card.png`, alt: match.context.site.name }
}

/** Returns the title, description, canonical URL, OpenGraph and Twitter tags of a public page, for a route's `head`. */
export function createPageHead(match: At, { title, description, url, image, type = 'website' }: PageHead) {
  const { name } = match.context.site
  return {
    meta: [
      { title: formatPageTitle(title, name) },
      { name: 'description', content: description },
      { property: 'og:site_name', content: name },
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

type Meta = { name: string; content: string }

/** Returns the title and description of a public page without share tags. */
export function createPlainHead(match: At, title: string, description: string) {
  return createTitledHead(match, title, { name: 'description', content: description })
}

/** Returns the title of a page that search engines must not list. */
export function createPrivateHead(match: At, title: string, ...more: Meta[]) {
  return createTitledHead(match, title, { name: 'robots', content: 'noindex' }, ...more)
}

function createTitledHead(match: At, title: string, ...more: Meta[]) {
  const shown = match.status === 'error' ? FAILED : title
  return { meta: [{ title: formatPageTitle(shown, match.context.site.name) }, ...more] }
}
