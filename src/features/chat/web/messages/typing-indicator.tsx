import { classNames } from '~/design/class-names'
import { formatName } from '../../rules/format-name'
import styles from './composer.module.css'

export function TypingIndicator({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <p className={classNames('micro muted', styles.typing)}>
      <span className={styles.dots} aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      <span>{describeTyping(names)}</span>
    </p>
  )
}

export function describeTyping(names: readonly string[]): string {
  const [first, second] = names.map(formatName)
  if (names.length > 2) return 'Several people are typing…'
  return second === undefined ? `${first} is typing…` : `${first} and ${second} are typing…`
}
