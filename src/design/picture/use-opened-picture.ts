import { useEffect, useState } from 'react'
import { openPicture, type Picture } from './picture-file'

/** Returns the file being cropped. An unusable file reports why and keeps the previous one. */
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

  const open = async (file: File): Promise<void> => {
    setIsOpening(true)
    setProblem(undefined)
    try {
      setPicture(await openPicture(file))
    } catch (error) {
      setProblem(error instanceof Error ? error.message : undefined)
    }
    setIsOpening(false)
  }
  const forget = (): void => {
    setPicture(undefined)
    setProblem(undefined)
  }

  return { picture, problem, isOpening, open, forget }
}

export type OpenedPicture = ReturnType<typeof useOpenedPicture>
