import latin from '@fontsource-variable/mona-sans/files/mona-sans-latin-wdth-normal.woff2?url'

/** The root route's `<link>` that preloads the one font file of the first paint. */
export const fontPreload = {
  rel: 'preload',
  href: latin,
  as: 'font',
  type: 'font/woff2',
  crossOrigin: 'anonymous',
} as const
