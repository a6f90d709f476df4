import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { MessageCircle } from 'lucide-react'
import { Button } from '~/design/button'
import { notify } from '~/design/toast'
import { getErrorMessage } from '~/platform/rpc/errors'
import { chat } from '../queries'
import styles from './direct.module.css'

type MessageButtonProps = {
  personId: string
  name: string
  size?: 'sm' | 'md' | 'lg'
  variant?: 'ghost' | 'outline'
}

export function MessageButton({ personId, name, size = 'md', variant = 'outline' }: MessageButtonProps) {
  const router = useRouter()
  const open = useMutation(
    chat.rooms.openDirect.mutationOptions({
      onSuccess: ({ id }) => router.navigate({ to: '/dashboard/chat/$roomId', params: { roomId: id } }),
      onError: (error) => notify.error(getErrorMessage(error)),
    }),
  )
  return (
    <Button
      size={size}
      variant={variant}
      icon={MessageCircle}
      className={styles.button}
      aria-label={`Message ${name}`}
      busy={open.isPending ? 'Opening' : false}
      onClick={() => open.mutate({ personId })}
    >
      <span className={styles.word}>Message</span>
    </Button>
  )
}
