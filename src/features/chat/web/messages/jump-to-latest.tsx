import { ArrowDown } from 'lucide-react'
import { Icon } from '~/design/icon'

/** CH-07: back to the end, and how many came meanwhile. */
export function JumpToLatest({ count, onJump }: { count: number; onJump: () => void }) {
  const words = count === 1 ? '1 new message' : `${count} new messages`
  return (
    <button
      type="button"
      className="btn inv sm jump"
      aria-label={count > 0 ? `Jump to latest, ${words}` : undefined}
      onClick={onJump}
    >
      <Icon of={ArrowDown} />
      Jump to latest
      {count > 0 && <b className="num">{count > 99 ? '99+' : count}</b>}
    </button>
  )
}
