import type { ComponentProps } from 'react'
import { classNames } from './class-names'
import styles from './skeleton.module.css'

type SkeletonProps = ComponentProps<'div'> & {
  width?: string | number | undefined
  height?: string | number | undefined
  /** Width by height, as in CSS: "4/5". */
  ratio?: string | undefined
}

/** The place of something on its way. Silent: the region around it says that it is loading. */
export function Skeleton({ width, height, ratio, className, style, ...rest }: SkeletonProps) {
  return (
    <div
      {...rest}
      aria-hidden="true"
      className={classNames(styles.skeleton, className)}
      style={{ width, height, aspectRatio: ratio, ...style }}
    />
  )
}
