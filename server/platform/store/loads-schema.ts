import type { Generated, Selectable } from 'kysely';
import type {
  FileKind,
  FileStep,
  UploadOrigin,
  UploadStatus,
} from '../../../shared/contracts/uploads.ts';

export type { FileStep, UploadOrigin, UploadStatus };

/** The app database's tables for loads and releases; the movement rows are in the warehouse. */
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
  /** The sums of comparison/line-sums.ts, for files whose lines are stored. */
  file_line_sums: { batch: number; sums: string };
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
  /** The runner that works on it, and when its claim expires without a renewal. */
  worker: string | null;
  lease_until: string | null;
  release: number | null;
  /** The runner that works on it stops once this is set. */
  cancel_requested_at: Generated<string | null>;
  /** Who chose 'Publicar mesmo assim', and when. */
  approved_by: Generated<string | null>;
  approved_at: Generated<string | null>;
  /** The comparison of shared/contracts/comparison.ts, as JSON. */
  comparison: Generated<string | null>;
  /** The current release at the time of the comparison. */
  compared_release: Generated<number | null>;
  /** Only the comparison's reasons: a list as JSON, null before the comparison. */
  reasons: Generated<string | null>;
  /** The label of the source of its files. */
  source: Generated<string | null>;
}

export type FileOutcome = 'PUBLISHED' | 'UNCHANGED' | 'REFUSED';

export interface UploadFileTable {
  /** Also the batch of its rows in the warehouse. */
  batch: number;
  upload_id: string;
  name: string;
  path: string;
  /** The kind and month that the sender gave, if any. */
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
  /** Milliseconds of each finished step, as JSON. */
  step_times: Generated<string>;
  /** The time at which all its lines were in the warehouse. */
  staged_at: Generated<string | null>;
  /** What the comparison needs in addition to the file's months, as JSON. */
  profile: Generated<string | null>;
  /** 1 if the file is fetched from the source before it is read. */
  from_source: Generated<Flag>;
  /** The source's metadata of the fetched version, as JSON. */
  source_file: Generated<string | null>;
}

/** Without the profile, which is large and which only the comparison reads. */
export type UploadFileRow = Omit<Selectable<UploadFileTable>, 'profile' | 'source_file'>;

/** A file's figures for a month of movement; wages in centavos, of admissions by the rule `mte`. */
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
  /** The release that this one was made from. */
  base: Generated<number | null>;
  /** When retention removed its files and months. */
  removed_at: Generated<string | null>;
}

/** A change of the current release to another stored one. */
export interface ReleaseChangeTable {
  id: string;
  at: string;
  from_release: number;
  to_release: number;
  user_id: string | null;
  reason: string;
}

/** A day's run of a daily task, so that only one of several processes runs it. */
export interface DailyRunTable {
  name: string;
  /** AAAA-MM-DD; for the month digest AAAAMM. */
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

export interface ReleaseFileTable {
  release: number;
  kind: FileKind;
  month: string;
  batch: number;
}

/** The design effect of a family of occupations: that many times fewer independent hires carry the same information. */
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

/** The app database's tables about the sources of months. */
export interface SourceTables {
  source_files: SourceFileTable;
}

/** The last file of a kind and month loaded from a source, as the source described it then. */
export interface SourceFileTable {
  /** The source's label: its address without secrets. */
  source: string;
  kind: FileKind;
  month: string;
  name: string;
  bytes: number | null;
  modified_at: string | null;
  hash: string | null;
  /** The SHA-256 of the file as received, compressed or not. */
  sha256: string;
  loaded_at: string;
}

/** A boolean as both databases store it. */
export type Flag = 0 | 1;
