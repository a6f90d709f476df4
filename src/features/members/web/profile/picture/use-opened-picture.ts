import { useEffect, useState } from 'react'
import { openPicture, type Picture } from './picture-file'

/** The file that is being cropped. A file that cannot be used says why and leaves the one before. */
export function useOpenedPicture() {
  const [picture, setPicture] = useState<Picture>()
  const [problem, setProblem] = useState<string>()
  const [isOpening, setIsOpening] = useState(false)

  useEffect(() => {
    const url = picture?.url
    return () => {
      if (url !== undefined) URL.revokeObjectURL(url)
    }
  }, [picture])

  return {
    picture,
    problem,
    isOpening,
    async open(file: File): Promise<void> {
      setIsOpening(true)
      setProblem(undefined)
      try {
        setPicture(await openPicture(file))
      } catch (error) {
        setProblem(error instanceof Error ? error.message : undefined)
      }
      setIsOpening(false)
    },
    forget(): void {
      setPicture(undefined)
      setProblem(undefined)
    },
  }
}

export type OpenedPicture = ReturnType<typeof useOpenedPicture>
