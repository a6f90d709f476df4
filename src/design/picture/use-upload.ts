import { useEffect, useRef, useState } from 'react'
import type { Area, Turn } from '~/lib/picture-crop'

export type PictureUpload = {
  file: File
  /**
   * The crop in pixels of the picture as displayed before `turn` rotates it. Undefined selects the largest centered
   * area.
   */
  area: Area | undefined
  turn: Turn
  /** From 0 to 1: the share uploaded so far. */
  onProgress: (share: number) => void
  signal: AbortSignal
}
/** Throws an Error with a message for the person, or the reason of the signal that aborted the upload. */
export type UploadPicture<Result> = (upload: PictureUpload) => Promise<Result>

/** Runs one upload at a time; leaving the screen aborts it. `share` is undefined while nothing is uploading. */
export function useUpload<Result>(upload: UploadPicture<Result>, onUploaded: (result: Result) => void) {
  const [share, setShare] = useState<number>()
  const [failure, setFailure] = useState<string>()
  const running = useRef<AbortController>(undefined)

  useEffect(() => () => running.current?.abort(), [])

  function abortUpload(): void {
    running.current?.abort()
    running.current = undefined
    setShare(undefined)
  }

  async function startUpload(file: File, area: Area | undefined, turn: Turn): Promise<void> {
    const controller = new AbortController()
    running.current = controller
    setFailure(undefined)
    setShare(0)
    const { signal } = controller
    const onProgress = (sent: number) => !signal.aborted && setShare(sent)
    try {
      onUploaded(await upload({ file, area, turn, onProgress, signal }))
    } catch (error) {
      if (signal.aborted) return
      setFailure(error instanceof Error ? error.message : undefined)
      setShare(undefined)
    }
  }

  return {
    share,
    failure,
    start: (...parameters: Parameters<typeof startUpload>) => void startUpload(...parameters),
    stop: abortUpload,
    forget: () => setFailure(undefined),
  }
}
