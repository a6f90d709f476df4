import { type QueryClient, useQuery } from '@tanstack/react-query'
import { createRootRouteWithContext, HeadContent, Outlet, Scripts } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { fontPreload } from '~/design/fonts'
import styles from '~/design/styles.css?url'
import { readTheme, getThemeAttribute } from '~/design/theme'
import { ThemeProvider } from '~/design/theme-context'
import { Toaster } from '~/design/toaster'
import { SiteName } from '~/design/site-name'
import { meQuery } from '~/features/identity/web/queries'
import { siteQuery } from '~/features/settings/web/queries'
import { getPageCookies, getPageLanguage } from '~/platform/rpc/page-request'
import { NoticeBar } from './-frame/notice-bar'
import { getRootTitle } from './-frame/page-head'
import { SiteFrame } from './-frame/site-frame'
import { useReloadOnSiteNameChange } from './-frame/use-reload-on-site-name-change'
import frameStyles from './-frame/frame.module.css'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  beforeLoad: async ({ context: { queryClient } }) => ({
    site: await queryClient.ensureQueryData(siteQuery()),
  }),
  loader: async ({ context: { queryClient } }) => {
    await queryClient.ensureQueryData(meQuery())
  },
  head: ({ match, matches }) => ({
    meta: [
      // The title while a page loads, and of pages without one.
      { title: getRootTitle(match.context.site?.name ?? '', matches) },
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1, viewport-fit=cover' },
      { name: 'color-scheme', content: 'light dark' },
    ],
    links: [
      { rel: 'stylesheet', href: styles },
      fontPreload,
      { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
      { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
      { rel: 'manifest', href: '/site.webmanifest' },
    ],
  }),
  shellComponent: Shell,
  component: Root,
})

function Shell({ children }: { children: ReactNode }) {
  // Read from the cookie, so that the first paint has the right colors, even if nothing else can be loaded.
  const theme = readTheme(getPageCookies())
  // The live stream notifies signed-in pages of a changed name or notice. Visitors’ pages poll while visible, which
  // is cheap: the server responds from memory.
  const { data: me } = useQuery({ ...meQuery(), enabled: false })
  const { data: site } = useQuery({ ...siteQuery(), refetchInterval: me ? 60_000 : 10_000 })
  return (
    <html lang={getPageLanguage()} data-theme={getThemeAttribute(theme)}>
      <head>
        {/* Here, because a route's head keeps only one tag per name. */}
        <meta name="theme-color" content="#f4f3ef" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#100f0d" media="(prefers-color-scheme: dark)" />
        <HeadContent />
      </head>
      <body>
        <a className={frameStyles.skip} href="#main">
          Skip to content
        </a>
        <noscript>
          <p className="no-script">
            Buttons on this page need JavaScript. Turn it on to sign in, buy tickets and send messages.
          </p>
        </noscript>
        <SiteName value={site?.name ?? ''}>
          <ThemeProvider initial={theme}>
            {site && <NoticeBar text={site.maintenanceNotice} />}
            {children}
            <Toaster />
          </ThemeProvider>
        </SiteName>
        <Scripts />
      </body>
    </html>
  )
}

function Root() {
  useReloadOnSiteNameChange(Route.useRouteContext().site?.name)
  return (
    <SiteFrame>
      <Outlet />
    </SiteFrame>
  )
}
