import { useShortcutLabel } from '~/design/use-shortcut-label'
import { PanelLeft, PanelLeftClose, PanelLeftOpen, LogOut } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { Drawer } from '~/design/drawer'
import { IconButton } from '~/design/icon-button'
import type { AppLink } from './app-links'
import { formatSidebarCookie } from './sidebar-cookie'
import styles from './app-shell.module.css'
import { useRouterState } from '@tanstack/react-router'
import { Icon } from '~/design/icon'
import { Tooltip } from '~/design/tooltip'
import { VisuallyHidden } from '~/design/visually-hidden'

type SideLinksProps = {
  links: readonly AppLink[]
  /** Shows icons only, each named by a tooltip. */
  isCollapsed?: boolean
  onFollow?: () => void
}

type AppShellProps = {
  title: 'Member Dashboard' | 'Admin Panel' | 'Your Account'
  links: readonly AppLink[]
  /**
   * Whether the cookie says that the sidebar is collapsed, so that the server renders the right width; undefined
   * without a cookie.
   */
  startsCollapsed: boolean | undefined
  /** The screen fills the window, and only its parts scroll. The sidebar starts collapsed. */
  fillsScreen?: boolean
  /** The sidebar starts collapsed to leave more width, and the page scrolls as usual. */
  isNarrow?: boolean
  children: ReactNode
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    fillsScreen?: boolean
    isNarrow?: boolean
  }
}

// In em, as in the style sheets, so that large text gets the small-screen layout.
const PHONE = '(max-width: 47.9375em)'

/** AD-01: the sidebar of the member and admin screens, 16rem or 3rem wide; an 18rem drawer on a phone. */
export function AppShell(props: AppShellProps) {
  const { title, links, startsCollapsed, fillsScreen = false, isNarrow = false, children } = props
  const [chosen, setChosen] = useState(startsCollapsed)
  const isCollapsed = chosen ?? (fillsScreen || isNarrow)
  const [isDrawerOpen, setIsDrawerOpen] = useState(false)

  function toggleSidebar(): void {
    document.cookie = formatSidebarCookie(!isCollapsed)
    setChosen(!isCollapsed)
  }
  const shortcut = useShortcutLabel('B')
  useSidebarKeys(() => {
    if (window.matchMedia(PHONE).matches) setIsDrawerOpen((isOpen) => !isOpen)
    else toggleSidebar()
  })

  return (
    <div
      className={classNames(
        styles.shell,
        isCollapsed && styles.collapsed,
        title === 'Admin Panel' && styles.admin,
        fillsScreen && styles.fillsScreen,
      )}
      data-fills-screen={fillsScreen || undefined}
    >
      <nav className={styles.sidebar} aria-label={title} data-client-links>
        <div className={styles.top}>
          <p className={styles.title}>{title}</p>
          <IconButton
            size="sm"
            label={isCollapsed ? 'Expand sidebar' : 'Collapse sidebar'}
            icon={isCollapsed ? PanelLeftOpen : PanelLeftClose}
            aria-expanded={!isCollapsed}
            aria-keyshortcuts="Control+B Meta+B"
            shortcut={shortcut}
            onClick={toggleSidebar}
          />
        </div>
        <SideLinks links={links} isCollapsed={isCollapsed} />
      </nav>
      <main className={styles.main} id="main">
        <div className={styles.content}>
          <Drawer
            label={title}
            title={<b className={styles.drawerTitle}>{title}</b>}
            open={isDrawerOpen}
            onOpenChange={setIsDrawerOpen}
            trigger={
              <Button className={classNames('phone-only', styles.openSidebar)} size="sm" icon={PanelLeft}>
                {title}
              </Button>
            }
          >
            <nav className={styles.drawerLinks} aria-label={title} data-client-links>
              <SideLinks links={links} onFollow={() => setIsDrawerOpen(false)} />
            </nav>
          </Drawer>
          {children}
        </div>
      </main>
    </div>
  )
}

/** Toggles on Ctrl+B or Cmd+B, except in rich text, where it means bold. */
function useSidebarKeys(onToggle: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'b' || !(event.ctrlKey || event.metaKey)) return
      if (event.altKey || event.shiftKey) return
      if (event.target instanceof HTMLElement && event.target.isContentEditable) return
      event.preventDefault()
      onToggle()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  })
}

/** AD-02, M-01: links to the screens, and back to the site at the bottom. */
function SideLinks({ links, isCollapsed = false, onFollow }: SideLinksProps) {
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
        aria-current={getAriaCurrent(link, path)}
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
 * Returns the aria-current of a link: `page` for the open page, `true` for a page above it, such as the list of an open
 * booking. The first screen of a section, such as `/dashboard`, is above all pages of the section, so its link is
 * never `true`.
 */
function getAriaCurrent({ href, covers }: AppLink, path: string): 'page' | 'true' | undefined {
  if (href === path) return 'page'
  if (covers?.includes(path)) return 'true'
  return href.split('/').length > 2 && path.startsWith(`${href}/`) ? 'true' : undefined
}
