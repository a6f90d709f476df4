import { useRouterState } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import { Icon } from '~/design/icon'
import { Tooltip } from '~/design/tooltip'
import { VisuallyHidden } from '~/design/visually-hidden'
import type { AppLink } from './app-links'
import styles from './app-shell.module.css'

type SideLinksProps = {
  links: readonly AppLink[]
  /** Shows icons only, each named by a tooltip. */
  isCollapsed?: boolean
  onFollow?: () => void
}

/** AD-02, M-01: links to the screens, and back to the site at the bottom. */
export function SideLinks({ links, isCollapsed = false, onFollow }: SideLinksProps) {
  const path = useRouterState({ select: ({ location }) => location.pathname.replace(/\/$/u, '') })
  const all: (AppLink & { isLast?: boolean })[] = [
    ...links,
    { href: '/', label: 'Back to Site', icon: LogOut, isLast: true },
  ]
  return all.map((link) => {
    const anchor = (
      <a
        key={link.href}
        href={link.href}
        className={link.isLast ? styles.last : undefined}
        aria-label={isCollapsed ? formatLinkLabel(link) : undefined}
        aria-current={findCurrent(link, path)}
        onClick={onFollow}
      >
        <Icon of={link.icon} />
        <span>{link.label}</span>
        {link.count ? (
          <span className={styles.count}>
            {link.count}
            <VisuallyHidden> waiting</VisuallyHidden>
          </span>
        ) : null}
      </a>
    )
    return isCollapsed ? (
      <Tooltip key={link.href} label={formatLinkLabel(link)} side="right">
        {anchor}
      </Tooltip>
    ) : (
      anchor
    )
  })
}

function formatLinkLabel({ label, count }: AppLink): string {
  return count ? `${label}, ${count} waiting` : label
}

/**
 * Marks the link of the page itself or of a parent: a booking belongs to the bookings. Not for the first screen, which
 * is above all others.
 */
function findCurrent({ href, covers }: AppLink, path: string): 'page' | 'true' | undefined {
  if (href === path) return 'page'
  if (covers?.includes(path)) return 'true'
  return href.split('/').length > 2 && path.startsWith(`${href}/`) ? 'true' : undefined
}
