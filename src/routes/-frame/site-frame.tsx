import { useSuspenseQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { meQuery } from '~/features/identity/web/queries'
import { Footer } from './footer'
import { type Frame, frameFor } from './frame'
import { SiteNav } from './site-nav'
import { useClientLinks } from './use-client-links'

/** What every page stands in: the bar, the page, the foot. Routes choose by `staticData.frame`. */
export function SiteFrame({ children }: { children: ReactNode }) {
  useClientLinks()
  const { data: me } = useSuspenseQuery(meQuery())
  const own = useRouterState({ select: ({ matches }) => frameOf(matches) })
  const { nav = 'bar', footer = true, hasOwnAction = false } = frameFor(own, me !== null)
  return (
    <>
      {nav !== 'none' && (
        <SiteNav me={me} sheet={nav === 'bar' ? undefined : nav} hasOwnAction={hasOwnAction} />
      )}
      {children}
      {footer && <Footer />}
    </>
  )
}

type Match = { staticData: { frame?: Frame }; globalNotFound?: boolean | undefined }

const notFound: Frame = { nav: 'coral', footer: false }

function frameOf(matches: readonly Match[]): Frame | undefined {
  if (matches.some((match) => match.globalNotFound)) return notFound
  return matches.findLast((match) => match.staticData.frame)?.staticData.frame
}
