import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Camera } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import { Avatar } from '~/design/avatar'
import { classNames } from '~/design/class-names'
import { ConfirmDialog } from '~/design/confirm-dialog'
import { IconButton } from '~/design/icon-button'
import { useFilePaste } from '~/design/picture/use-file-paste'
import { useOpenedPicture } from '~/design/picture/use-opened-picture'
import { notify } from '~/design/toast'
import { usePart } from '~/design/use-part'
import { errorMessage, offlineSentence } from '~/platform/rpc/errors'
import { members, myProfileQuery } from '../../queries'
import './picture.css'

// Cropping weighs more than the form it belongs to, and most visits leave the picture alone.
const loadDialog = () => import('./picture-dialog')

type ProfilePictureProps = { name: string; url: string | null; onChanged: () => void }

/** The person's disc, and everything that puts another picture on it: the button, a drop, a paste. */
export function ProfilePicture({ name, url, onChanged }: ProfilePictureProps) {
  const queryClient = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const [isOver, setIsOver] = useState(false)
  const opened = useOpenedPicture()

  function show(avatarUrl: string | null): void {
    const { queryKey } = myProfileQuery()
    queryClient.setQueryData(queryKey, (profile) => profile && { ...profile, avatarUrl })
    void queryClient.invalidateQueries({ queryKey })
    onChanged()
  }

  const removing = useMutation(
    members.removeAvatar.mutationOptions({
      onSuccess: () => {
        setIsAsking(false)
        notify.success('Picture removed')
        show(null)
      },
      onError: (error) => notify.error(errorMessage(error)),
    }),
  )

  function close(): void {
    setIsOpen(false)
    opened.forget()
  }

  const dialog = usePart(loadDialog, isOpen, () => {
    close()
    notify.error(offlineSentence)
  })

  function bring(file: File | undefined): void {
    if (!file) return
    setIsOpen(true)
    void opened.open(file)
  }
  useFilePaste((file) => !isOpen && bring(file))

  function drop(event: DragEvent): void {
    event.preventDefault()
    setIsOver(false)
    bring(event.dataTransfer.files[0])
  }

  return (
    <span
      className={classNames('pav', isOver && 'over')}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <Avatar name={name} imageUrl={url} size={80} />
      <IconButton
        variant="quiet"
        size="sm"
        icon={Camera}
        label="Change picture"
        onClick={() => setIsOpen(true)}
      />
      {isOpen && dialog && (
        <dialog.default
          opened={opened}
          onClose={close}
          onUploaded={(avatarUrl) => {
            close()
            notify.success('Picture saved')
            show(avatarUrl)
          }}
          onRemove={
            url === null
              ? undefined
              : () => {
                  close()
                  setIsAsking(true)
                }
          }
        />
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Remove your picture?"
        description="Your initials take its place everywhere, also in what you have sent."
        confirmLabel="Remove picture"
        busy={removing.isPending ? 'Removing' : false}
        onConfirm={() => removing.mutate({})}
      />
    </span>
  )
}
