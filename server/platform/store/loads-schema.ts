import type { Generated, Selectable } from 'kysely';
import type {
  FileStep,
  UploadOrigin,
  UploadStatus,
  FileKind,
} from '../../../shared/contracts/uploads.ts';
import type { Flag } from './flag.ts';

export type { FileStep, UploadOrigin, UploadStatus };

/** What the app database knows of loads and releases; the rows themselves are in the warehouse. */
export interface LoadTables {
  uploads: UploadTable;
  upload_files: UploadFileTable;
  batch_counter: { id: number; last: number };
  releases: ReleaseTable;
  release_files: ReleaseFileTable;
  release_months: ReleaseMonthTable;
  design_effects: DesignEffectTable;
  current_release: { id: number; release: number | null };
  file_months: FileMonthTable;
  release_changes: ReleaseChangeTable;
  settings: { name: SettingName; value: string; updated_at: string };
  daily_runs: DailyRunTable;
  official_figures: OfficialFigureTable;
}

/** Settings that administrators change while the product runs; their values are JSON. */
export type SettingName =
  | 'load_limits'
  | 'release_retention'
  | 'source_check'
  | 'report_retention'
  | 'public_links';

export interface UploadTable {
  id: string;
  origin: UploadOrigin;
  competencia: string | null;
  status: UploadStatus;
  message: string | null;
  created_by: string | null;
  created_at: string;
  finished_at: string | null;
  /** The runner that works on it, and until when its claim stands without a sign of life. */
  worker: string | null;
  lease_until: string | null;
  release: number | null;
  /** Whoever works on it stops when this is set. */
  cancel_requested_at: Generated<string | null>;
  /** Who said 'Publicar mesmo assim', and when. */
  approved_by: Generated<string | null>;
  approved_at: Generated<string | null>;
  /** The comparison of shared/contracts/comparison.ts, as JSON. */
  comparison: Generated<string | null>;
  /** The release that was current when it was compared. */
  compared_release: Generated<number | null>;
  /** Its reasons alone: a list as JSON, null while nothing was compared. */
  reasons: Generated<string | null>;
  /** The label of the source that its files are fetched from. */
  source: Generated<string | null>;
}

export type FileOutcome = 'PUBLISHED' | 'UNCHANGED' | 'REFUSED';

export interface UploadFileTable {
  /** Also the batch that its rows carry in the warehouse. */
  batch: number;
  upload_id: string;
  name: string;
  path: string;
  /** The kind and month that the sender gave, where he gave them. */
  asked_kind: FileKind | null;
  asked_month: string | null;
  kind: FileKind | null;
  month: string | null;
  received_sha256: string | null;
  sha256: string | null;
  bytes: number;
  text_bytes: number | null;
  lines: number | null;
  accepted: number | null;
  rejected: number | null;
  step: FileStep;
  progress_bytes: number;
  progress_lines: number;
  started_at: string | null;
  finished_at: string | null;
  outcome: FileOutcome | null;
  message: string | null;
  step_started_at: Generated<string | null>;
  /** Milliseconds of each ended step, as JSON. */
  step_times: Generated<string>;
  /** When all its lines were in the warehouse. */
  staged_at: Generated<string | null>;
  /** What the comparison needs of it beside its months, as JSON. */
  profile: Generated<string | null>;
  /** It is fetched from the source before it is read. */
  from_source: Generated<Flag>;
  /** What the source said of the version that was fetched, as JSON. */
  source_file: Generated<string | null>;
}

/** Without the profile, which is large and read by the comparison alone. */
export type UploadFileRow = Omit<Selectable<UploadFileTable>, 'profile' | 'source_file'>;

/** What a file has of a month of movement; wages in centavos, of admissions by the rule `mte`. */
export interface FileMonthTable {
  batch: number;
  month: string;
  lines: number;
  admissions: number;
  separations: number;
  wage_count: number;
  wage_sum: number;
  median_wage: number | null;
}

export interface ReleaseTable {
  number: number;
  published_at: string;
  upload_id: string;
  is_synthetic: number;
  unmatched_exclusions: number;
  /** The release that it was made from. */
  base: Generated<number | null>;
  /** When retention took its files and months away. */
  removed_at: Generated<string | null>;
}

/** Each time that an earlier release was made current again. */
export interface ReleaseChangeTable {
  id: string;
  at: string;
  from_release: number;
  to_release: number;
  user_id: string | null;
  reason: string;
}

/** A daily task of a day, so that of several processes one runs it. */
export interface DailyRunTable {
  name: string;
  /** AAAA-MM-DD. */
  day: string;
  finished_at: string | null;
  result: string | null;
}

/** MTE's figures that an administrator imported. */
export interface OfficialFigureTable {
  edition: string;
  month: string;
  series: 'declarada' | 'ajustada';
  admissions: number | null;
  separations: number | null;
  balance: number | null;
  /** Centavos. */
  nominal_wage: number | null;
  source: string;
  imported_at: string;
}

/** The files that a release rests on. */
export interface ReleaseFileTable {
  release: number;
  kind: FileKind;
  month: string;
  batch: number;
}

/** How many times fewer independent hires those of a family of occupations say as much as. */
export interface DesignEffectTable {
  release: number;
  /** Four digits; 0 for all occupations. */
  family: number;
  records: number;
  blocks: number;
  effect: number;
}

/** A month of movement in a release: its lines, and the batch of its matched exclusions, if any. */
export interface ReleaseMonthTable {
  release: number;
  month: string;
  mov_lines: number;
  for_lines: number;
  cancelled_lines: number;
  unmatched_exclusions: number;
  cancellation_batch: number | null;
}
