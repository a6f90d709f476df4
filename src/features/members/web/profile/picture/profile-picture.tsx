import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Camera } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import { Avatar } from '~/design/avatar'
import { classNames } from '~/design/class-names'
import { ConfirmDialog } from '~/design/confirm-dialog'
import { IconButton } from '~/design/icon-button'
import { useFilePaste } from '~/design/picture/use-file-paste'
import { usePictureDialog } from '~/design/picture/use-picture-dialog'
import { notify } from '~/design/toast'
import { getErrorMessage, offlineSentence } from '~/platform/rpc/errors'
import { members, myProfileQuery } from '../../queries'
import styles from './picture.module.css'

const loadDialog = () => import('./picture-dialog')

type ProfilePictureProps = { id: string; name: string; url: string | null; onChanged: () => void }

export function ProfilePicture({ id, name, url, onChanged }: ProfilePictureProps) {
  const queryClient = useQueryClient()
  const [isConfirming, setIsConfirming] = useState(false)
  const [isOver, setIsOver] = useState(false)
  const { opened, isOpen, open, close, part: dialog } = usePictureDialog(loadDialog, offlineSentence)

  function showAvatar(avatarUrl: string | null): void {
    const { queryKey } = myProfileQuery()
    queryClient.setQueryData(queryKey, (profile) => profile && { ...profile, avatarUrl })
    void queryClient.invalidateQueries({ queryKey })
    onChanged()
  }

  const removing = useMutation(
    members.removeAvatar.mutationOptions({
      onSuccess: () => {
        setIsConfirming(false)
        notify.success('Picture removed')
        showAvatar(null)
      },
      onError: (error) => notify.error(getErrorMessage(error)),
    }),
  )

  function openFile(file: File | undefined): void {
    if (!file) return
    open()
    void opened.open(file)
  }
  useFilePaste((file) => !isOpen && openFile(file))

  function dropFile(event: DragEvent): void {
    event.preventDefault()
    setIsOver(false)
    openFile(event.dataTransfer.files[0])
  }

  return (
    <span
      className={classNames(styles.picture, isOver && styles.dropTarget)}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={dropFile}
    >
      <Avatar id={id} name={name} imageUrl={url} size={80} />
      <IconButton
        variant="quiet"
        size="sm"
        icon={Camera}
        label="Change picture"
        className={styles.change}
        onClick={open}
      />
      {dialog && (
        <dialog.default
          opened={opened}
          onClose={close}
          onUploaded={(avatarUrl) => {
            close()
            notify.success('Picture saved')
            showAvatar(avatarUrl)
          }}
          onRemove={
            url === null
              ? undefined
              : () => {
                  close()
                  setIsConfirming(true)
                }
          }
        />
      )}
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title="Remove your picture?"
        description="Your initials replace it everywhere, including in messages you have sent."
        confirmLabel="Remove picture"
        busy={removing.isPending ? 'Removing' : false}
        onConfirm={() => removing.mutate({})}
      />
    </span>
  )
}
