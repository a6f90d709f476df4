import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { useChangeRelation } from './use-change-relation'
import styles from './network.module.css'

type AnswerRequestProps = {
  connectionId: string
  personId: string
  name: string
  size?: 'sm' | 'md' | 'lg'
}

/** NW-02: accepts or declines a request. */
export function AnswerRequestButtons({ connectionId, personId, name, size = 'md' }: AnswerRequestProps) {
  const change = useChangeRelation()
  const answer = (kind: 'accept' | 'decline') => change.mutate({ kind, connectionId, personId, name })
  return (
    <div className={classNames('row', styles.answer)}>
      <Button variant="outline" size={size} onClick={() => answer('decline')} aria-label={`Decline ${name}`}>
        Decline
      </Button>
      <Button variant="solid" size={size} onClick={() => answer('accept')} aria-label={`Accept ${name}`}>
        Accept
      </Button>
    </div>
  )
}
