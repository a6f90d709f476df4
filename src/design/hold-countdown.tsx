import { Blocks } from './blocks'
import { formatCountdown } from './use-countdown'
import { classNames } from './class-names'
import styles from './hold-countdown.module.css'

const BLOCKS = 30

/** Shows how long the tickets are still held: the time, and thirty blocks that turn off one by one. */
export function HoldCountdown(props: { secondsLeft: number; secondsInAll: number; label: string }) {
  const { secondsLeft, secondsInAll, label } = props
  const filled = Math.ceil((secondsLeft / Math.max(1, secondsInAll)) * BLOCKS)
  return (
    <div className={classNames('padded', styles.hold)} role="timer" aria-label={label}>
      <p className={classNames('row between', styles.head)}>
        <span className="bold">{label}</span>
        <span className={styles.time}>{formatCountdown(secondsLeft)}</span>
      </p>
      <Blocks
        className={styles.blocks}
        filled={Math.min(BLOCKS, filled)}
        total={BLOCKS}
        label={`${formatCountdown(secondsLeft)} left`}
      />
    </div>
  )
}
