import { Button } from '~/design/button'

/** Instead of what somebody wrote whom the reader hides. */
export function FoldedMessages({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <p className="fold small m3">
      {count === 1 ? '1 message' : `${count} messages`} from somebody you hide
      <Button size="sm" variant="ghost" onClick={onShow}>
        Show
      </Button>
    </p>
  )
}
