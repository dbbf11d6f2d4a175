// Generated from the description of the API by src/scripts/check-generated.ts.

export interface AchievementsRow {
  AchievementId: number;
  DisplayName: string;
  Description: string;
  PrimaryColor: string;
  TextColor: string;
  Icon: string;
  SucceedingId: number | null;
  Holders: number;
  IsEarned: boolean;
}

export interface TracksRow {
  TrackId: number;
  OriginSite: string | null;
  OriginId: number | null;
  TrackName: string;
  UId: string;
  AuthorTime: number;
  Length: number;
  FileHash: string;
  FileSize: number;
  FileName: string;
  Versions: {
    Version: number;
    UId: string;
    FileHash: string;
    FileSize: number;
    FileName: string;
    UploadedAt: string;
  }[];
  AuthorScore: number;
  GoldTarget: number;
  SilverTarget: number;
  BronzeTarget: number;
  Uploader: {
    UserId: number;
    Name: string;
    /** Sent only if `fields` contains its own path. */
    CustomUrl?: string | null;
    /** Sent only if `fields` contains its own path. */
    Tint?: number;
  } | null;
  Authors: {
    User: {
      UserId: number;
      Name: string;
      CustomUrl: string | null;
      /** Sent only if `fields` contains its own path. */
      Tint?: number;
    };
    IsUploader: boolean;
    IsPending: boolean;
    Role: string;
  }[];
  UploadedAt: string;
  UpdatedAt: string;
  ActivityAt: string;
  PrimaryType: number;
  MapType: number;
  Style: number;
  Tags: number[];
  Routes: number;
  Difficulty: number;
  Mood: number;
  Environment: number;
  Environments: number[];
  Car: number;
  TrackValue: number;
  ReplayType: number;
  Awards: number;
  Comments: number;
  DownloadCount: number;
  AuthorComments: string;
  UnlimiterVersion: number | null;
  HasThumbnail: boolean;
  HasScreenshot: boolean;
  HasImages: boolean;
  Images: {
    Width: number;
    Height: number;
    HasHighQuality: boolean;
  }[] | null;
  Videos: number;
  WRReplay: {
    ReplayId: number;
    ReplayTime: number;
    ReplayScore: number;
    ReplayAt: string;
    /** Sent only if `fields` contains its own path. */
    IsSecret?: boolean;
    User: {
      UserId: number;
      Name: string;
      /** Sent only if `fields` contains its own path. */
      CustomUrl?: string | null;
      /** Sent only if `fields` contains its own path. */
      Tint?: number;
    };
  } | null;
  UserReplay: {
    ReplayId: number;
    ReplayTime: number;
    ReplayScore: number;
    ReplayAt: string;
    /** Sent only if `fields` contains its own path. */
    IsSecret?: boolean;
  } | null;
  Medals: {
    Author: number | null;
    Gold: number | null;
    Silver: number | null;
    Bronze: number | null;
    CustomTime: number | null;
    TrackType: number;
  };
  AuthorBeaten: boolean;
  IsPublic: boolean;
  IsListed: boolean;
  IsBeta: boolean;
  InBookmarks: boolean;
  HasCoauthorRequest: boolean;
  PackId: number | null;
  Position: number | null;
  Status: number | null;
  Feature: {
    Comment: string;
  } | null;
  TimeStampAt: number | null;
}

export interface UsersRow {
  OriginSite: string | null;
  OriginId: number | null;
  UserId: number;
  Name: string;
  CustomUrl: string | null;
  RegisteredAt: string;
  Title: string | null;
  ModTitle: string | null;
  CustomTitle: string | null;
  UserComments: string;
  Avatar: string | null;
  Banner: string | null;
  Notes: string | null;
  Tint: number;
  IsSupporter: boolean;
  IsModerator: boolean;
  IsFavorite: boolean;
  Tracks: number;
  TrackPacks: number;
  TrackAwardsReceived: number;
  TrackAwardsGiven: number;
  TrackCommentsReceived: number;
  TrackCommentsGiven: number;
  ForumPosts: number;
  ForumThreads: number;
  VideosPosted: number;
  VideosCreated: number;
  Replays: number;
  Favorites: number;
  Achievements: number;
  AuthorMedals: number;
  GoldMedals: number;
  SilverMedals: number;
  BronzeMedals: number;
}

export interface CommentsRow {
  OriginSite: string | null;
  OriginId: number | null;
  CommentId: number;
  Comment: string;
  CommentAt: string;
  UpdatedAt: string;
  User: {
    UserId: number;
    Name: string;
    /** Sent only if `fields` contains its own path. */
    CustomUrl?: string | null;
    /** Sent only if `fields` contains its own path. */
    Tint?: number;
  } | null;
  IsAuthor: boolean;
  IsAward: boolean;
  ParentCommentId: number | null;
  Track: {
    TrackId: number;
    TrackName: string;
    Uploader: {
      UserId: number;
      Name: string;
      /** Sent only if `fields` contains its own path. */
      CustomUrl?: string | null;
      /** Sent only if `fields` contains its own path. */
      Tint?: number;
    } | null;
  };
  Replies: {
    CommentId: number;
    Comment: string;
    CommentAt: string;
    UpdatedAt: string;
    User: {
      UserId: number;
      Name: string;
      /** Sent only if `fields` contains its own path. */
      CustomUrl?: string | null;
      /** Sent only if `fields` contains its own path. */
      Tint?: number;
    };
    IsAuthor: boolean;
    IsAward: boolean;
    ParentCommentId: number | null;
  }[];
}

export interface AwardsRow {
  OriginSite: string | null;
  OriginId: number | null;
  CommentId: number;
  Comment: string;
  CommentAt: string;
  UpdatedAt: string;
  User: {
    UserId: number;
    Name: string;
    /** Sent only if `fields` contains its own path. */
    CustomUrl?: string | null;
    /** Sent only if `fields` contains its own path. */
    Tint?: number;
  } | null;
  IsAuthor: boolean;
  IsAward: boolean;
  ParentCommentId: number | null;
  Track: {
    TrackId: number;
    TrackName: string;
    Uploader: {
      UserId: number;
      Name: string;
      /** Sent only if `fields` contains its own path. */
      CustomUrl?: string | null;
      /** Sent only if `fields` contains its own path. */
      Tint?: number;
    } | null;
  };
  Replies: {
    CommentId: number;
    Comment: string;
    CommentAt: string;
    UpdatedAt: string;
    User: {
      UserId: number;
      Name: string;
      /** Sent only if `fields` contains its own path. */
      CustomUrl?: string | null;
      /** Sent only if `fields` contains its own path. */
      Tint?: number;
    };
    IsAuthor: boolean;
    IsAward: boolean;
    ParentCommentId: number | null;
  }[];
}

export interface ThreadsRow {
  ThreadId: number;
  Title: string;
  Board: {
    BoardId: number;
    Title: string;
  };
  User: {
    UserId: number;
    Name: string;
    /** Sent only if `fields` contains its own path. */
    CustomUrl?: string | null;
    /** Sent only if `fields` contains its own path. */
    Tint?: number;
  } | null;
  Posts: number;
  IsLocked: boolean;
  IsPinned: boolean;
  CreatedAt: string;
  LastPostAt: string;
}

export interface PostsRow {
  PostId: number;
  Text: string;
  Number: number;
  PostedAt: string;
  UpdatedAt: string;
  Thread: {
    ThreadId: number;
    Title: string;
  } | null;
  Board: {
    BoardId: number;
    Title: string;
  };
  User: {
    UserId: number;
    Name: string;
    /** Sent only if `fields` contains its own path. */
    CustomUrl?: string | null;
    /** Sent only if `fields` contains its own path. */
    Tint?: number;
  } | null;
}

export interface LeaderboardsRow {
  User: {
    UserId: number;
    Name: string;
    /** Sent only if `fields` contains its own path. */
    CustomUrl?: string | null;
    /** Sent only if `fields` contains its own path. */
    Tint?: number;
  };
  Position: number;
  Delta: number;
  ReplayScore: number;
  ReplayWRs: number;
  Top10s: number;
  Replays: number;
}

export interface NewsRow {
  NewsId: number;
  Title: string;
  Message: string;
  PostedAt: string;
  UpdatedAt: string;
  User: {
    UserId: number;
    Name: string;
    /** Sent only if `fields` contains its own path. */
    CustomUrl?: string | null;
    /** Sent only if `fields` contains its own path. */
    Tint?: number;
  } | null;
  IsDismissed: boolean;
  Comments: number;
}

export interface TrackpacksRow {
  PackId: number;
  OriginSite: string | null;
  OriginId: number | null;
  PackName: string;
  Name: string;
  Tracks: number;
  TrackCount: number;
  Environments: number[];
  PackValue: number;
  Downloads: number;
  AllowsTrackSubmissions: boolean;
  IsLegacy: boolean;
  IsPublic: boolean;
  MapListReleased: boolean;
  HasLeaderboard: boolean;
  SubmissionsPerUser: number;
  Description: string | null;
  Image: string | null;
  FirstTracks: number[];
  Driven: number | null;
  Creator: {
    UserId: number;
    Name: string;
    /** Sent only if `fields` contains its own path. */
    CustomUrl?: string | null;
    /** Sent only if `fields` contains its own path. */
    Tint?: number;
  } | null;
  Owner: {
    UserId: number;
    Name: string;
    /** Sent only if `fields` contains its own path. */
    CustomUrl?: string | null;
    /** Sent only if `fields` contains its own path. */
    Tint?: number;
  } | null;
  Managers: {
    User: {
      UserId: number;
      Name: string;
      /** Sent only if `fields` contains its own path. */
      CustomUrl?: string | null;
      /** Sent only if `fields` contains its own path. */
      Tint?: number;
    };
    Role: string;
  }[];
  CreatedAt: string;
  UpdatedAt: string;
  ActivityAt: string;
  TopLB: {
    Position: number;
    Score: number;
    User: {
      UserId: number;
      Name: string;
      /** Sent only if `fields` contains its own path. */
      CustomUrl?: string | null;
      /** Sent only if `fields` contains its own path. */
      Tint?: number;
    };
  } | null;
  UserLB: {
    Position: number;
    Score: number;
  } | null;
}

export interface ReplaysRow {
  ReplayId: number;
  OriginSite: string | null;
  OriginId: number | null;
  User: {
    UserId: number;
    Name: string;
    /** Sent only if `fields` contains its own path. */
    CustomUrl?: string | null;
    /** Sent only if `fields` contains its own path. */
    Tint?: number;
  } | null;
  Track: {
    TrackId: number;
    TrackName: string;
    Type: number;
    Environment: number;
    Uploader: {
      UserId: number;
      Name: string;
      /** Sent only if `fields` contains its own path. */
      CustomUrl?: string | null;
      /** Sent only if `fields` contains its own path. */
      Tint?: number;
    } | null;
  };
  ReplayTime: number;
  ReplayScore: number;
  ReplayRespawns: number;
  Respawns: number;
  IsSecret: boolean;
  FileHash: string | null;
  FileSize: number | null;
  ReplayAt: string;
  TrackAt: string;
  Position: number | null;
  AdjustedPosition: number | null;
  Difference: number | null;
  DifferenceRespawns: number | null;
  Delta: number | null;
  DeltaRespawns: number | null;
  Score: number | null;
  Medal: number;
  IsBest: number;
  IsLeaderboard: number;
  IsRevoked: boolean;
  Validated: boolean;
  IsDriverVerified: boolean;
  ReplayWRs: number;
  Top10s: number;
  Flags: string[] | null;
  DriverLogIn: string | null;
}

export interface OnlinerecordsRow {
  RecordId: number;
  TrackId: number;
  Time: number;
  Mode: number;
  Login: string;
  Server: string;
  IsApproved: boolean;
  User: {
    UserId: number;
    Name: string;
    /** Sent only if `fields` contains its own path. */
    CustomUrl?: string | null;
    /** Sent only if `fields` contains its own path. */
    Tint?: number;
  } | null;
}

export interface VideosRow {
  VideoId: number;
  LinkId: string;
  Title: string;
  Author: string;
  Poster: {
    UserId: number;
    Name: string;
    /** Sent only if `fields` contains its own path. */
    CustomUrl?: string | null;
    /** Sent only if `fields` contains its own path. */
    Tint?: number;
  } | null;
  Creator: {
    UserId: number;
    Name: string;
    /** Sent only if `fields` contains its own path. */
    CustomUrl?: string | null;
    /** Sent only if `fields` contains its own path. */
    Tint?: number;
  } | null;
  Thumbnail: string;
  Length: number;
  PostedAt: string;
  PublishedAt: string;
  MapCount: number;
  Map: {
    Featured: boolean;
    TimestampAt: number | null;
  } | null;
}

/** Rows and parameters of each list, by its address. */
export interface Lists {
  '/api/achievements': {
    row: AchievementsRow;
    query: {
      /** Rows per page; more than the maximum counts as the maximum. */
      count?: number;
      /** Adds how many rows match, as Total; with count=0 it returns nothing else. */
      total?: boolean;
      /** Up/down by: 1/2 number of the achievement; 3/4 users and tracks that have it. */
      order1?: number | string;
      /** Decides between rows that order1 leaves equal. */
      order2?: number;
      /** Rows behind this one; 0 is none. */
      after?: number;
      /** Rows in front of this one, in the same order. */
      before?: number;
      /** As after, this row included. */
      from?: number;
      /** AchievementIds */
      id?: number | readonly number[];
      /** earned by the viewer */
      inearned?: boolean;
    };
  };
  '/api/tracks': {
    row: TracksRow;
    query: {
      /** Rows per page; more than the maximum counts as the maximum. */
      count?: number;
      /** Adds how many rows match, as Total; with count=0 it returns nothing else. */
      total?: boolean;
      /** Up/down by: 1/2 uploaded; 3/4 updated; 5/6 awards; 7/8 comments; 9/10 activity; 11/12 track name; 13/14 name of the uploader; 15/16 difficulty; 17/18 downloads; 19/20 track value; 21/22 awards this week; 23/24 awards this month; 25/26 last awarded; 27/28 record set; 29/30 a person’s record set; 31/32 awarded by a person; 33/34 downloaded by the viewer; 35/36 commented on by a person; 37/38 a person’s position; 39/40 length; 41/42 record time; 43/44 a person’s time; 45/46 position in the pack; 47/48 position in Play later; relevance. */
      order1?: number | string;
      /** Decides between rows that order1 leaves equal. */
      order2?: number;
      /** Rows behind this one; 0 is none. */
      after?: number;
      /** Rows in front of this one, in the same order. */
      before?: number;
      /** As after, this row included. */
      from?: number;
      /** TrackIds */
      id?: number | readonly number[];
      /** UIds of maps, of older versions too */
      uid?: string | readonly string[];
      /** a part of the name, or a TrackId */
      name?: string;
      /** the whole name, or the UserId, of an author; co-authors count */
      author?: string;
      /** the UserIds of authors; co-authors count */
      authoruserid?: number | readonly number[];
      /** the name or UserId of a user who gave it an award */
      awardedby?: string;
      /** the name or UserId of a user who commented on it */
      commentedby?: string;
      /** the name or UserId of a user who drove it; with inreplays=0: who did not. Orders 29, 30, 37, 38, 43, 44 and UserReplay follow it */
      replaysby?: string;
      /** tracks in a video */
      videoid?: number;
      /** tracks of a pack */
      packid?: number;
      /** with packid: 0 pending, 1 approved, 2 changes requested, 3 rejected, 4 retired; 1 unless given */
      status?: number | string | readonly (number | string)[];
      /** with inplaylater: the secret of the link with which a user shares their Play later */
      sharedlist?: string;
      /** tags, by number or name; any of them unless taginclusive */
      tag?: number | string | readonly (number | string)[];
      /** tags it must not have, by number or name */
      etag?: number | string | readonly (number | string)[];
      /** with tag: 1 for tracks that have them all */
      taginclusive?: boolean;
      /** type: Race, Puzzle, Platform, Stunts, Shortcut, Laps */
      primarytype?: number | string | readonly (number | string)[];
      /** leaderboard: Standard, Classic, Nadeo, Uncompetitive, Beta, Star */
      lbtype?: number | string | readonly (number | string)[];
      /** author time in milliseconds, at least */
      authortimemin?: number;
      /** author time in milliseconds, at most */
      authortimemax?: number;
      /** author time in milliseconds, at least */
      lengthmin?: number;
      /** author time in milliseconds, at most */
      lengthmax?: number;
      /** uploaded at this time or later */
      uploadedafter?: string;
      /** uploaded at this time or earlier */
      uploadedbefore?: string;
      /** track value, at least */
      valuemin?: number;
      /** track value, at most */
      valuemax?: number;
      /** awards, at least */
      awardsmin?: number;
      /** awards, at most */
      awardsmax?: number;
      /** updated at this time or later */
      updatedafter?: string;
      /** updated at this time or earlier */
      updatedbefore?: string;
      /** author time, as a range such as 30s...1m30s or in milliseconds */
      length?: string;
      /** environments, by name or counted from 0 */
      environment?: number | string | readonly (number | string)[];
      /** cars, by name or counted from 0 */
      vehicle?: number | string | readonly (number | string)[];
      /** moods: Sunrise, Day, Sunset, Night */
      mood?: number | string | readonly (number | string)[];
      /** difficulties: Beginner, Intermediate, Expert, Lunatic */
      difficulty?: number | string | readonly (number | string)[];
      /** kinds of route: Single, Multiple, Symmetrical */
      routes?: number | string | readonly (number | string)[];
      /** versions of Unlimiter: 0.4, 0.6, 0.7, 1.1, 1.2, 1.3, 2.0, 2.1; Any and 0 do not filter (inunlimiter=1: those with any version) */
      unlimiterver?: number | string | readonly (number | string)[];
      /** 1: each uploader’s newest track, 2: each uploader’s last awarded one */
      antispam?: number;
      /** 1: with an award in the last 7 days, 2: in the last 30 days */
      awardedlately?: number;
      /** tracks that earned an achievement */
      achievement?: number;
      /** featured by the crew */
      featured?: boolean;
      /** in the viewer’s Play later, or in that of the link in sharedlist */
      inplaylater?: boolean;
      /** with an author among the viewer’s favourites */
      infavorite?: boolean;
      /** downloaded by the viewer */
      indownloads?: boolean;
      /** driven by the user in replaysby, or by the viewer */
      inreplays?: boolean;
      /** featured by the crew */
      infeatured?: boolean;
      /** beta tracks */
      inbeta?: boolean;
      /** made by more than one author */
      incollaborative?: boolean;
      /** whose author time was beaten */
      inauthortimebeaten?: boolean;
      /** with a record */
      inhasrecord?: boolean;
      /** made with Unlimiter */
      inunlimiter?: boolean;
      /** uploaded by a supporter of the site */
      insupporter?: boolean;
      /** whose car is of another environment */
      inenvmix?: boolean;
      /** the newest of the uploader’s tracks */
      inlatestauthor?: boolean;
      /** the last awarded of the uploader’s tracks */
      inlatestawardedauthor?: boolean;
      /** with pictures */
      inscreenshot?: boolean;
      /** the secret of the link of an unlisted track, which is then visible */
      secret?: string;
    };
  };
  '/api/users': {
    row: UsersRow;
    query: {
      /** Rows per page; more than the maximum counts as the maximum. */
      count?: number;
      /** Adds how many rows match, as Total; with count=0 it returns nothing else. */
      total?: boolean;
      /** Up/down by: 1/2 name; 3/4 tracks; 5/6 trackpacks; 7/8 awards received; 9/10 awards given; 11/12 comments received; 13/14 comments given; 15/16 forum posts; 17/18 forum threads; 19/20 registered; 21/22 videos posted; 23/24 videos created; 25/26 replays; 27/28 favourites; 29/30 achievements; 31/32 author medals; 33/34 gold medals; 35/36 silver medals; 37/38 bronze medals; 39/40 role in the crew; relevance. */
      order1?: number | string;
      /** Ignored on this list. */
      order2?: number;
      /** Rows behind this one; 0 is none. */
      after?: number;
      /** Rows in front of this one, in the same order. */
      before?: number;
      /** As after, this row included. */
      from?: number;
      /** UserIds */
      id?: number | readonly number[];
      /** a part of the name, or a UserId */
      name?: string;
      /** ids on the sister site; no user has one here */
      mxid?: number | readonly number[];
      /** tracks, at least */
      tracksmin?: number;
      /** tracks, at most */
      tracksmax?: number;
      /** awards received, at least */
      awardsmin?: number;
      /** awards received, at most */
      awardsmax?: number;
      /** awards given, at least */
      awardsgivenmin?: number;
      /** awards given, at most */
      awardsgivenmax?: number;
      /** registered at this time or later */
      registeredafter?: string;
      /** registered at this time or earlier */
      registeredbefore?: string;
      /** supporters of the site */
      insupporters?: boolean;
      /** the crew: moderators, site leaders, administrators */
      inmoderators?: boolean;
      /** former crew */
      informercrew?: boolean;
      /** the viewer’s favourites */
      infavorite?: boolean;
    };
  };
  '/api/tracks/comments': {
    row: CommentsRow;
    query: {
      /** Rows per page; more than the maximum counts as the maximum. */
      count?: number;
      /** Adds how many rows match, as Total; with count=0 it returns nothing else. */
      total?: boolean;
      /** Up/down by: 1/2 written. */
      order1?: number | string;
      /** Decides between rows that order1 leaves equal. */
      order2?: number;
      /** Rows behind this one; 0 is none. */
      after?: number;
      /** Rows in front of this one, in the same order. */
      before?: number;
      /** As after, this row included. */
      from?: number;
      /** CommentIds */
      id?: number | readonly number[];
      /** on this track */
      trackid?: number;
      /** written by this user */
      userid?: number;
      /** on tracks of this user, as uploader or co-author */
      authoruserid?: number;
    };
  };
  '/api/tracks/awards': {
    row: AwardsRow;
    query: {
      /** Rows per page; more than the maximum counts as the maximum. */
      count?: number;
      /** Adds how many rows match, as Total; with count=0 it returns nothing else. */
      total?: boolean;
      /** Up/down by: 1/2 written. */
      order1?: number | string;
      /** Decides between rows that order1 leaves equal. */
      order2?: number;
      /** Rows behind this one; 0 is none. */
      after?: number;
      /** Rows in front of this one, in the same order. */
      before?: number;
      /** As after, this row included. */
      from?: number;
      /** CommentIds */
      id?: number | readonly number[];
      /** on this track */
      trackid?: number;
      /** written by this user */
      userid?: number;
      /** on tracks of this user, as uploader or co-author */
      authoruserid?: number;
    };
  };
  '/api/threads': {
    row: ThreadsRow;
    query: {
      /** Rows per page; more than the maximum counts as the maximum. */
      count?: number;
      /** Adds how many rows match, as Total; with count=0 it returns nothing else. */
      total?: boolean;
      /** Up/down by: 1/2 last post; 3/4 created; 5/6 posts; 7/8 pinned, then last post. */
      order1?: number | string;
      /** Decides between rows that order1 leaves equal. */
      order2?: number;
      /** Rows behind this one; 0 is none. */
      after?: number;
      /** Rows in front of this one, in the same order. */
      before?: number;
      /** As after, this row included. */
      from?: number;
      /** ThreadIds */
      id?: number | readonly number[];
      /** a part of the title */
      name?: string;
      /** words in the title */
      text?: string;
      /** threads of this board, pinned ones first */
      boardid?: number;
      /** started by this user */
      userid?: number;
      /** locked threads */
      inlocked?: boolean;
    };
  };
  '/api/posts': {
    row: PostsRow;
    query: {
      /** Rows per page; more than the maximum counts as the maximum. */
      count?: number;
      /** Adds how many rows match, as Total; with count=0 it returns nothing else. */
      total?: boolean;
      /** Up/down by: 1/2 posted. */
      order1?: number | string;
      /** Decides between rows that order1 leaves equal. */
      order2?: number;
      /** Rows behind this one; 0 is none. */
      after?: number;
      /** Rows in front of this one, in the same order. */
      before?: number;
      /** As after, this row included. */
      from?: number;
      /** PostIds */
      id?: number | readonly number[];
      /** words in the text */
      text?: string;
      /** posts of this thread */
      threadid?: number;
      /** posts on this board */
      boardid?: number;
      /** written by this user */
      userid?: number;
    };
  };
  '/api/leaderboards': {
    row: LeaderboardsRow;
    query: {
      /** Rows per page; more than the maximum counts as the maximum. */
      count?: number;
      /** Adds how many rows match, as Total; with count=0 it returns nothing else. */
      total?: boolean;
      /** Up/down by: 1/2 score; 3/4 replays; 5/6 records; 7/8 top 10 places. */
      order1?: number | string;
      /** Ignored on this list. */
      order2?: number;
      /** Rows behind this one; 0 is none. */
      after?: number;
      /** Rows in front of this one, in the same order. */
      before?: number;
      /** As after, this row included. */
      from?: number;
      /** 0 standard, 1 classic, 2 Nadeo, 5 star; above: the board of that trackpack */
      lbid?: number;
      /** 0 all, 1 Snow … 7 Stadium; by name, too */
      lbenv?: number | string;
      /** a part of the driver’s name */
      username?: string;
      /** this driver */
      userid?: number;
    };
  };
  '/api/news': {
    row: NewsRow;
    query: {
      /** Rows per page; more than the maximum counts as the maximum. */
      count?: number;
      /** Adds how many rows match, as Total; with count=0 it returns nothing else. */
      total?: boolean;
      /** Up/down by: 1/2 posted. */
      order1?: number | string;
      /** Decides between rows that order1 leaves equal. */
      order2?: number;
      /** Rows behind this one; 0 is none. */
      after?: number;
      /** Rows in front of this one, in the same order. */
      before?: number;
      /** As after, this row included. */
      from?: number;
      /** NewsIds */
      id?: number | readonly number[];
      /** a part of the title */
      name?: string;
      /** written by this user */
      userid?: number;
      /** posted at this time or later */
      postedafter?: string;
      /** posted at this time or earlier */
      postedbefore?: string;
      /** updated at this time or later */
      updatedafter?: string;
      /** updated at this time or earlier */
      updatedbefore?: string;
      /** dismissed by the viewer */
      indismissed?: boolean;
    };
  };
  '/api/trackpacks': {
    row: TrackpacksRow;
    query: {
      /** Rows per page; more than the maximum counts as the maximum. */
      count?: number;
      /** Adds how many rows match, as Total; with count=0 it returns nothing else. */
      total?: boolean;
      /** Up/down by: 1/2 created; 3/4 updated; 5/6 tracks; 7/8 activity; 9/10 name; 11/12 name of the creator; 13/14 downloads; 15/16 pack value; relevance. */
      order1?: number | string;
      /** Decides between rows that order1 leaves equal. */
      order2?: number;
      /** Rows behind this one; 0 is none. */
      after?: number;
      /** Rows in front of this one, in the same order. */
      before?: number;
      /** As after, this row included. */
      from?: number;
      /** PackIds */
      id?: number | readonly number[];
      /** a part of the name, or a PackId */
      name?: string;
      /** the name or UserId of the creator */
      creator?: string;
      /** packs with this track */
      trackid?: number;
      /** packs this user created or manages */
      manageruserid?: number;
      /** updated at this time or later */
      updatedafter?: string;
      /** updated at this time or earlier */
      updatedbefore?: string;
      /** legacy packs */
      inlegacy?: boolean;
      /** packs that accept submissions */
      insubmissions?: boolean;
    };
  };
  '/api/replays': {
    row: ReplaysRow;
    query: {
      /** Rows per page; more than the maximum counts as the maximum. */
      count?: number;
      /** Adds how many rows match, as Total; with count=0 it returns nothing else. */
      total?: boolean;
      /** Up/down by: 1/2 result; ascending: those of the current version first, then the best; 3/4 uploaded. */
      order1?: number | string;
      /** Decides between rows that order1 leaves equal. */
      order2?: number;
      /** Rows behind this one; 0 is none. */
      after?: number;
      /** Rows in front of this one, in the same order. */
      before?: number;
      /** As after, this row included. */
      from?: number;
      /** ReplayIds */
      id?: number | readonly number[];
      /** replays of this track, best result first */
      trackid?: number;
      /** replays of this driver */
      userid?: number;
      /** each driver’s best on the current version; 0: only the others */
      best?: boolean;
      /** replays of older versions of the track */
      outdated?: boolean;
      /** replays with this login in the file; for moderators only */
      driverlogin?: string;
    };
  };
  '/api/tracks/dedimania': {
    row: OnlinerecordsRow;
    query: {
      /** Rows per page; more than the maximum counts as the maximum. */
      count?: number;
      /** Adds how many rows match, as Total; with count=0 it returns nothing else. */
      total?: boolean;
      /** Up/down by: 1/2 time; 3/4 number of the record. */
      order1?: number | string;
      /** Decides between rows that order1 leaves equal. */
      order2?: number;
      /** Rows behind this one; 0 is none. */
      after?: number;
      /** Rows in front of this one, in the same order. */
      before?: number;
      /** As after, this row included. */
      from?: number;
      /** records on this track, the best first */
      trackid?: number;
      /** records of this login */
      login?: string;
    };
  };
  '/api/videos': {
    row: VideosRow;
    query: {
      /** Rows per page; more than the maximum counts as the maximum. */
      count?: number;
      /** Adds how many rows match, as Total; with count=0 it returns nothing else. */
      total?: boolean;
      /** Up/down by: 1/2 posted; 3/4 published; 5/6 title; 7/8 length; relevance. */
      order1?: number | string;
      /** Decides between rows that order1 leaves equal. */
      order2?: number;
      /** Rows behind this one; 0 is none. */
      after?: number;
      /** Rows in front of this one, in the same order. */
      before?: number;
      /** As after, this row included. */
      from?: number;
      /** VideoIds */
      id?: number | readonly number[];
      /** a part of the title, or a VideoId */
      name?: string;
      /** a part of the title */
      title?: string;
      /** videos that show this track */
      trackid?: number;
      /** posted by this user */
      userid?: number;
      /** made by this user */
      creatoruserid?: number;
    };
  };
}
