import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { Bell } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { buttonClass } from '~/design/button-class'
import { Icon } from '~/design/icon'
import { notify } from '~/design/toast'
import { useLazyModule } from '~/design/use-lazy-module'
import type { NotificationItem } from '../contract'
import { unreadQuery } from './queries'
import styles from './notifications.module.css'

interface NotificationBellProps {
  /**
   * Renders the buttons of a notification that needs an answer. When it returns nothing, the row links to the page with
   * the answer.
   */
  renderActions?: (notice: NotificationItem) => ReactNode
}

// The overlay with its list is larger than the bar, so it loads when the pointer approaches.
const load = () => import('./notification-popup')
const preload = () => {
  load().catch(() => undefined)
}

// Uses em like the style sheets, so that large text gets the layout of a small screen.
const PHONE = '(max-width: 47.9375em)'

/** The bell of the navigation bar with the unread count. It opens a panel below it, or the whole screen on a phone. */
export default function NotificationBell({ renderActions }: NotificationBellProps) {
  const { data } = useQuery(unreadQuery())
  const count = data?.count
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const bell = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState<{ isModal: boolean; top: number; right: number; path: string }>()
  const popup = useLazyModule(load, open !== undefined, () => {
    setOpen(undefined)
    notify.error('Notifications didn’t open. Try again.')
  })
  // A link in the panel changes the page without a reload, so the panel must be closed.
  if (open !== undefined && open.path !== path) setOpen(undefined)

  return (
    <>
      <button
        ref={bell}
        type="button"
        className={buttonClass({ variant: 'ghost', iconOnly: true }, styles.bell)}
        aria-label={count ? `Notifications, ${formatUnreadCount(count)} unread` : 'Notifications'}
        aria-haspopup="dialog"
        aria-expanded={open !== undefined}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => setOpen(open ? undefined : { ...computePopupPlace(bell.current), path })}
      >
        <Icon of={Bell} />
        {count ? <b aria-hidden="true">{formatUnreadCount(count)}</b> : null}
      </button>
      <Announcement count={count} />
      {open && popup && (
        <popup.default
          bell={bell}
          place={open}
          renderActions={renderActions}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  )
}

function formatUnreadCount(count: number): string {
  return count > 99 ? '99+' : String(count)
}

/**
 * Announces new notifications to screen readers. Doesn't announce the count at page load, which is in the bell's
 * label.
 */
function Announcement({ count }: { count: number | undefined }) {
  const [known, setKnown] = useState(count)
  const [announcement, setAnnouncement] = useState('')
  if (count !== known) {
    setKnown(count)
    if (count !== undefined && known !== undefined)
      setAnnouncement(
        count > known
          ? `${formatUnreadCount(count)} unread ${count === 1 ? 'notification' : 'notifications'}`
          : '',
      )
  }
  return (
    <output className="visually-hidden" aria-live="polite">
      {announcement}
    </output>
  )
}

/**
 * Returns the position of the panel below the navigation bar, aligned with the end of the bar. On a phone the panel
 * is modal and covers the screen.
 */
function computePopupPlace(bell: HTMLElement | null): { isModal: boolean; top: number; right: number } {
  const bar = bell?.closest('header')?.getBoundingClientRect()
  const end = (bell?.closest('nav > *') ?? bell)?.getBoundingClientRect()
  return {
    isModal: window.matchMedia(PHONE).matches,
    top: Math.max(8, bar?.bottom ?? 0) + 4,
    right: Math.max(8, document.documentElement.clientWidth - (end?.right ?? 0)),
  }
}
