import { Dialog } from '@base-ui/react/dialog'
import type { CSSProperties, ReactNode, RefObject } from 'react'
import type { NotificationItem } from '../contract'
import { NotificationPanel } from './notification-panel'
import styles from './notifications.module.css'

interface NotificationPopupProps {
  /** Receives the focus when the panel closes. */
  bell: RefObject<HTMLElement | null>
  /** In px of the viewport, for a panel below the bar. */
  place: { isModal: boolean; top: number; right: number }
  renderActions: ((notice: NotificationItem) => ReactNode) | undefined
  onClose: () => void
}

/** The open panel of the bell; rendered only while it is open. */
export default function NotificationPopup({ bell, place, renderActions, onClose }: NotificationPopupProps) {
  const corner: CSSProperties & Record<'--popup-top' | '--popup-right', string> = {
    '--popup-top': `${place.top}px`,
    '--popup-right': `${place.right}px`,
  }
  return (
    <Dialog.Root
      open
      modal={place.isModal}
      onOpenChange={(isOpen, { event, reason }) => {
        // Pressing the bell already closes the panel; closing it twice would reopen it.
        const isBell = event.target instanceof Node && bell.current?.contains(event.target)
        if (!isOpen && !(isBell && reason !== 'escape-key')) onClose()
      }}
    >
      <Dialog.Portal>
        <Dialog.Popup className={styles.popup} aria-label="Notifications" style={corner} finalFocus={bell}>
          <NotificationPanel renderActions={renderActions} onLeave={onClose} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
