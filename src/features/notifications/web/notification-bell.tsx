import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { Bell } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { buttonClass } from '~/design/button-class'
import { Icon } from '~/design/icon'
import { notify } from '~/design/toast'
import { usePart } from '~/design/use-part'
import type { NoticeItem } from '../contract'
import { unreadQuery } from './queries'
import styles from './notifications.module.css'

interface NotificationBellProps {
  /**
   * Buttons of a notice that waits for an answer, where another feature draws them; null or undefined for a link to
   * where it is answered.
   */
  renderActions?: (notice: NoticeItem) => ReactNode
}

// An overlay with its list weighs more than the bar: it comes when a pointer comes near.
const load = () => import('./notification-popup')
const preload = () => {
  load().catch(() => undefined)
}

// As in the style sheets: in em, so that large text gets the layout of a small screen.
const PHONE = '(max-width: 47.9375em)'

/** The bell of the bar with how many are unread, and what it opens: a panel below it, the whole screen on a phone. */
export default function NotificationBell({ renderActions }: NotificationBellProps) {
  const { data } = useQuery(unreadQuery())
  const count = data?.count
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const bell = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState<{ isModal: boolean; top: number; right: number; path: string }>()
  const popup = usePart(load, open !== undefined, () => {
    setOpen(undefined)
    notify.error('The notifications could not be opened. Try again.')
  })
  // A link of the panel changes the page without a reload, so the panel must be closed.
  if (open !== undefined && open.path !== path) setOpen(undefined)

  return (
    <>
      <button
        ref={bell}
        type="button"
        className={buttonClass({ variant: 'ghost', iconOnly: true }, styles.bell)}
        aria-label={count ? `Notifications, ${inWords(count)} unread` : 'Notifications'}
        aria-haspopup="dialog"
        aria-expanded={open !== undefined}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => setOpen(open ? undefined : { ...placeBelow(bell.current), path })}
      >
        <Icon of={Bell} />
        {count ? <b aria-hidden="true">{inWords(count)}</b> : null}
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

function inWords(count: number): string {
  return count > 99 ? '99+' : String(count)
}

/** Announces new notifications politely. The label of the bell says how many there were before. */
function Announcement({ count }: { count: number | undefined }) {
  const [known, setKnown] = useState(count)
  const [words, setWords] = useState('')
  if (count !== known) {
    setKnown(count)
    if (count !== undefined && known !== undefined)
      setWords(
        count > known ? `${inWords(count)} unread ${count === 1 ? 'notification' : 'notifications'}` : '',
      )
  }
  return (
    <output className="visually-hidden" aria-live="polite">
      {words}
    </output>
  )
}

/** Returns the place below the navigation bar, flush with its end. On a phone the panel is modal and covers the screen. */
function placeBelow(bell: HTMLElement | null): { isModal: boolean; top: number; right: number } {
  const bar = bell?.closest('header')?.getBoundingClientRect()
  const end = (bell?.closest('nav > *') ?? bell)?.getBoundingClientRect()
  return {
    isModal: window.matchMedia(PHONE).matches,
    top: Math.max(8, bar?.bottom ?? 0) + 4,
    right: Math.max(8, document.documentElement.clientWidth - (end?.right ?? 0)),
  }
}
