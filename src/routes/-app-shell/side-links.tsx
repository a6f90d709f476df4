import { useRouterState } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import { Icon } from '~/design/icon'
import { Tooltip } from '~/design/tooltip'
import { VisuallyHidden } from '~/design/visually-hidden'
import type { AppLink } from './app-links'
import styles from './app-shell.module.css'

type SideLinksProps = {
  links: readonly AppLink[]
  /** Icons only: each is named by a tooltip. */
  isCollapsed?: boolean
  onFollow?: () => void
}

/** AD-02, M-01: the screens, and the way out at the foot. */
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
        aria-label={isCollapsed ? nameOf(link) : undefined}
        aria-current={currentOf(link, path)}
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
      <Tooltip key={link.href} label={nameOf(link)} side="right">
        {anchor}
      </Tooltip>
    ) : (
      anchor
    )
  })
}

function nameOf({ label, count }: AppLink): string {
  return count ? `${label}, ${count} waiting` : label
}

/** The page itself, or one that lies below it: a booking is part of the bookings. Not so the first screen, above all others. */
function currentOf({ href, covers }: AppLink, path: string): 'page' | 'true' | undefined {
  if (href === path) return 'page'
  if (covers?.includes(path)) return 'true'
  return href.split('/').length > 2 && path.startsWith(`${href}/`) ? 'true' : undefined
}
