import latin from '@fontsource-variable/mona-sans/files/mona-sans-latin-wdth-normal.woff2?url'

/** The `<link>` of the root route that fetches the one font file of the first paint. */
export const fontPreload = {
  rel: 'preload',
  href: latin,
  as: 'font',
  type: 'font/woff2',
  crossOrigin: 'anonymous',
} as const
