import { useEffect, useRef, useState } from 'react'
import type { Square, Turn } from '../../../rules/avatar-crop'
import { uploadAvatar } from './upload-avatar'

/** One upload at a time; leaving the screen ends it. `share` is undefined while nothing is being sent. */
export function useUpload(onUploaded: (avatarUrl: string) => void) {
  const [share, setShare] = useState<number>()
  const [failure, setFailure] = useState<string>()
  const running = useRef<AbortController>(undefined)

  useEffect(() => () => running.current?.abort(), [])

  function stop(): void {
    running.current?.abort()
    running.current = undefined
    setShare(undefined)
  }

  async function start(file: File, square: Square | undefined, turn: Turn): Promise<void> {
    const controller = new AbortController()
    running.current = controller
    setFailure(undefined)
    setShare(0)
    const { signal } = controller
    const onProgress = (sent: number) => !signal.aborted && setShare(sent)
    try {
      onUploaded(await uploadAvatar({ file, square, turn, onProgress, signal }))
    } catch (error) {
      if (signal.aborted) return
      setFailure(error instanceof Error ? error.message : undefined)
      setShare(undefined)
    }
  }

  return {
    share,
    failure,
    start: (...upload: Parameters<typeof start>) => void start(...upload),
    stop,
    forget: () => setFailure(undefined),
  }
}
