import type { ReactNode } from 'react'
import { Avatar } from '~/design/avatar'
import { classNames } from '~/design/class-names'
import { AnchorButton } from '~/design/link-button'
import { Mark } from '~/design/mark'
import { useReaderZone } from '~/design/use-reader-zone'
import { VisuallyHidden } from '~/design/visually-hidden'
import type { NotificationItem } from '../contract'
import { formatTimeAgo } from '../rules/time-ago'
import styles from './notifications.module.css'

interface NotificationRowProps {
  notice: NotificationItem
  isNew: boolean
  /** The current time in milliseconds since 1970, for relative times. */
  now: number
  /**
   * Buttons rendered by another feature. If empty, the row shows a label and links to the page where the person can
   * answer.
   */
  actions: ReactNode
  onFollow: () => void
}

/** A notification. The whole row is a link; the buttons of the row are layered on top of this link. */
export function NotificationRow({ notice, isNew, now, actions, onFollow }: NotificationRowProps) {
  const { actor, segments, link, action, at } = notice
  const zone = useReaderZone() ?? 'UTC'
  return (
    <li className={styles.notice} data-client-links>
      {actor ? (
        <Avatar id={actor.id} name={actor.name} imageUrl={actor.avatarUrl} />
      ) : (
        <span className={styles.sign} aria-hidden="true">
          <Mark />
        </span>
      )}
      <div>
        <p>
          <a href={link} className={styles.link} onClick={onFollow}>
            {segments.map(({ text, isStrong }) =>
              isStrong ? (
                <b className="bold" key={text}>
                  {text}
                </b>
              ) : (
                text
              ),
            )}
          </a>
        </p>
        <p className="small faint">
          {isNew && <VisuallyHidden>Unread, </VisuallyHidden>}
          <time dateTime={at}>{formatTimeAgo(at, now, zone)}</time>
        </p>
        {action && (
          <div className={classNames('row', styles.actions)}>
            {actions ?? (
              <AnchorButton variant="solid" size="sm" href={link} onClick={onFollow}>
                {action}
              </AnchorButton>
            )}
          </div>
        )}
      </div>
      {isNew && <i className={styles.unread} aria-hidden="true" />}
    </li>
  )
}
