import { useMutation } from '@tanstack/react-query'
import { ChevronDown, Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '~/design/button'
import { IconButton } from '~/design/icon-button'
import { notify } from '~/design/toast'
import { getErrorMessage } from '~/platform/rpc/errors'
import { invitations } from '../queries'
import { GenerateDialog } from './generate-dialog'
import { notifyGenerated } from './notify-generated'
import styles from './invitations.module.css'

type GenerateCodeButtonsProps = {
  onGenerated: (ids: readonly string[]) => void
}

/** The first button generates a code for one person, valid for a week; the second opens more options. */
export function GenerateCodeButtons({ onGenerated }: GenerateCodeButtonsProps) {
  const [isChoosing, setIsChoosing] = useState(false)
  const generate = useMutation(
    invitations.codes.generate.mutationOptions({
      onSuccess: (generated) => {
        notifyGenerated(generated)
        onGenerated(generated.codes.map(({ id }) => id))
      },
      onError: (error) => notify.error('Failed to generate invitation', { detail: getErrorMessage(error) }),
    }),
  )
  return (
    <span className={styles.generate}>
      <Button
        variant="primary"
        icon={Plus}
        busy={generate.isPending && 'Generating'}
        onClick={() => generate.mutate({})}
      >
        Generate
      </Button>
      <IconButton
        variant="primary"
        icon={ChevronDown}
        className={styles.options}
        label="Generate several codes, add a note, or email them"
        aria-haspopup="dialog"
        onClick={() => setIsChoosing(true)}
      />
      <GenerateDialog open={isChoosing} onOpenChange={setIsChoosing} onGenerated={onGenerated} />
    </span>
  )
}
