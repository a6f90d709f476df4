import { CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { Button } from './button'
import { Icon } from './icon'
import { IconButton } from './icon-button'
import styles from './toast-card.module.css'

export type ToastTone = 'success' | 'error' | 'info'
export type ToastAction = { label: string; onClick: () => void }

type ToastCardProps = {
  tone: ToastTone
  text: string
  detail?: string | undefined
  action?: ToastAction | undefined
  onClose: () => void
  onPause?: (() => void) | undefined
  onResume?: (() => void) | undefined
}

const tones = {
  success: { icon: CircleCheck, color: 'var(--success)' },
  error: { icon: TriangleAlert, color: 'var(--danger)' },
  info: { icon: Info, color: 'var(--info)' },
} as const

/** A toast. Errors interrupt screen readers and can be closed; others are announced politely. */
export function ToastCard({ tone, text, detail, action, onClose, onPause, onResume }: ToastCardProps) {
  const { icon, color } = tones[tone]
  return (
    <div
      className={styles.toast}
      role={tone === 'error' ? 'alert' : 'status'}
      onFocus={onPause}
      onBlur={onResume}
    >
      <span style={{ color }}>
        <Icon of={icon} />
      </span>
      <span>
        {text}
        {detail && <span className={styles.detail}>{detail}</span>}
      </span>
      {action && (
        <Button
          size="sm"
          className={styles.action}
          onClick={() => {
            onClose()
            action.onClick()
          }}
        >
          {action.label}
        </Button>
      )}
      {tone === 'error' && !action && (
        <IconButton
          size="sm"
          className={styles.action}
          label="Close"
          icon={X}
          tooltip={false}
          onClick={onClose}
        />
      )}
    </div>
  )
}
