import { useRouterState } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import { classNames } from '~/design/class-names'
import { Icon } from '~/design/icon'
import { Tooltip } from '~/design/tooltip'
import type { AppLink } from './app-links'

type SideLinksProps = {
  links: readonly AppLink[]
  /** Icons only: each is named by a tooltip. */
  isCollapsed?: boolean
  onFollow?: () => void
}

/** AD-02, M-01: the screens, and the way out at the foot. */
export function SideLinks({ links, isCollapsed = false, onFollow }: SideLinksProps) {
  const path = useRouterState({ select: ({ location }) => location.pathname.replace(/\/$/u, '') })
  const all = [...links, { href: '/', label: 'Back to Site', icon: LogOut, isLast: true }]
  return all.map((link) => {
    const anchor = (
      <a
        key={link.href}
        href={link.href}
        className={classNames('isLast' in link && 'sp')}
        aria-label={isCollapsed ? link.label : undefined}
        aria-current={link.href === path ? 'page' : undefined}
        onClick={onFollow}
      >
        <Icon of={link.icon} />
        <span>{link.label}</span>
      </a>
    )
    return isCollapsed ? (
      <Tooltip key={link.href} label={link.label} side="right">
        {anchor}
      </Tooltip>
    ) : (
      anchor
    )
  })
}
